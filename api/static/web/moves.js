// The caller's legal moves as a list of buttons, to be narrowed down by typing.

import { capital, html, useEffect, useMemo, useState, words } from "./ui.js";

const SHOWN = 60;
const FILTERED_FROM = 10;

/** All moves; `folded` where there is a board to choose on. */
export function MoveList({ moves, play, busy, folded }) {
  const [wanted, setWanted] = useState("");
  useEffect(() => setWanted(""), [moves.decision]);
  const all = useMemo(() => moves.moves.map((move, index) => ({ move, index, text: moveText(move) })), [moves]);
  const terms = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ text }) => terms.every((term) => text.toLowerCase().includes(term)));

  return html`
    <details class="card moves" open=${!folded}>
      <summary><h2>Your moves <small>(${all.length})</small></h2></summary>
      ${all.length > FILTERED_FROM &&
      html`<div class="field"><label for="filter">Narrow down</label>
        <input id="filter" type="search" value=${wanted} placeholder="some words of a move"
          onInput=${(event) => setWanted(event.currentTarget.value)} /></div>`}
      <ul class="plain choices">
        ${found.slice(0, SHOWN).map(({ move, index, text }) => html`<li key=${index}>
          <button disabled=${busy} onClick=${() => play(move)}>${capital(text)}</button></li>`)}
      </ul>
      ${found.length > SHOWN && html`<p class="quiet">${found.length - SHOWN} more; type to narrow them down.</p>`}
      ${found.length === 0 && html`<p class="quiet">No move has these words.</p>`}
      ${moves.note && html`<p class="quiet">${capital(moves.note)}.</p>`}
    </details>`;
}

/** A move with its fields, but for those that say no: “take, space 3, cell (0, 1)”. */
export function moveText({ type, ...fields }) {
  const said = Object.entries(fields).filter(([, value]) => value !== null && value !== false);
  const parts = said.map(([name, value]) => (value === true ? words(name) : `${words(name)} ${valueText(value)}`));
  return [words(type), ...parts].join(", ");
}

function valueText(value) {
  if (Array.isArray(value)) return `(${value.map(valueText).join(", ")})`;
  if (value && typeof value === "object") {
    return `(${Object.entries(value).map(([name, one]) => `${words(name)} ${valueText(one)}`).join(", ")})`;
  }
  return words(value);
}
