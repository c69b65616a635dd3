// The board of Pura Vida: the path with the rangers, and a park before each seat.

import { cellText, Layout } from "../web/grid.js";
import { html, useEffect, useState, words } from "../web/ui.js";

// Spaces in each of the path's rows; it winds back and forth.
const ROW = matchMedia("(max-width: 40rem)").matches ? 4 : 6;
const STEP = { x: 118, y: 136 };

const ANIMALS = {
  butterfly: html`<ellipse cx="-12" cy="-8" rx="12" ry="10" /><ellipse cx="12" cy="-8" rx="12" ry="10" />
    <ellipse cx="-9" cy="10" rx="8" ry="8" /><ellipse cx="9" cy="10" rx="8" ry="8" /><rect class="dark" x="-2" y="-16" width="4" height="34" rx="2" />`,
  snake: html`<path class="line" d="M-22 12q8-18 15 0t15 0t10-14" /><circle cx="18" cy="-6" r="6" /><circle class="dark" cx="20" cy="-8" r="1.8" />`,
  sloth: html`<circle r="19" /><ellipse class="dark" cx="-8" cy="-3" rx="6" ry="3.5" transform="rotate(-20 -8 -3)" />
    <ellipse class="dark" cx="8" cy="-3" rx="6" ry="3.5" transform="rotate(20 8 -3)" /><circle class="dark" cy="5" r="3" /><path class="thin" d="M-6 11q6 4 12 0" />`,
  toucan: html`<ellipse cx="-8" cy="4" rx="13" ry="17" /><circle cx="-4" cy="-10" r="10" /><path class="beak" d="M4-18q24 0 20 16q-8-6-20-4Z" /><circle class="dark" cx="-3" cy="-12" r="2.4" />`,
  frog: html`<ellipse cy="5" rx="21" ry="14" /><circle cx="-11" cy="-9" r="8" /><circle cx="11" cy="-9" r="8" />
    <circle class="dark" cx="-11" cy="-9" r="3" /><circle class="dark" cx="11" cy="-9" r="3" /><path class="thin" d="M-11 8q11 7 22 0" />`,
};

// An arrow at the side from which a tile enters, pointing into it.
const TURNS = { from_left: 0, from_above: 90, from_right: 180, from_below: 270 };

export function Board({ table, components, names, moves, play, busy }) {
  const { view, you } = table;
  const tiles = Object.fromEntries(components.tiles.map((tile) => [tile.id, tile]));
  const onPath = Object.fromEntries(view.path);
  const releases = moves ? moves.moves.filter((move) => move.type === "release") : [];
  const spaces = [...new Set(releases.map((move) => move.space))];
  const rest = moves?.moves.find((move) => move.type === "rest");
  const [space, setSpace] = useState(null);
  const chosen = spaces.includes(space) ? space : spaces.length === 1 ? spaces[0] : null;
  useEffect(() => setSpace(null), [table.version]);

  const first = you ?? view.turn ?? 0;
  const order = names.map((_, seat) => (first + seat) % names.length);
  const spots = releases
    .filter((move) => move.space === chosen && !busy)
    .map((move) => ({ cell: move.cell, label: `Lay it at ${cellText(move.cell)}`, choose: () => play(move) }));

  return html`
    <div class="vida">
      <div class="path">
        <${Path} view=${view} tiles=${tiles} names=${names} spaces=${spaces} chosen=${chosen} choose=${setSpace} />
        <p class="hint">Round ${view.round} · ${view.supply_size} tiles in the supply
          ${moves && spaces.length > 0 && html` · <strong>${chosen === null ? "Choose a marked space of the path" : "Now choose a cell of your park"}</strong>`}</p>
        ${rest && html`<button disabled=${busy} onClick=${() => play(rest)}>Walk on and rest</button>`}
      </div>
      ${order.map((seat) => html`
        <section key=${seat} class=${`display player-${seat} ${seat === first ? "own" : ""}`} aria-label=${`Park of ${names[seat]}`}>
          <h2><span class="disc" aria-hidden="true"></span>${names[seat]} <small>${pointsText(view.seats[seat].score)}</small></h2>
          <${Layout} label=${`Park of ${names[seat]}`} pieces=${pieces(view.seats[seat], tiles)}
            spots=${seat === you ? spots : []} ghost=${chosen !== null && html`<${Face} tile=${tiles[onPath[chosen]]} />`} />
        </section>`)}
    </div>`;
}

const pointsText = (score) => (score === 1 ? "1 point" : `${score} points`);

const pieces = (seat, tiles) =>
  seat.park.map(({ cell, tile }) => ({
    cell,
    key: tile,
    label: tileText(tiles[tile]),
    face: html`<${Face} tile=${tiles[tile]} />`,
  }));

function Path({ view, tiles, names, spaces, chosen, choose }) {
  const rows = Math.ceil(view.path.length / ROW);
  const rangers = view.seats.map(({ ranger }, seat) => ({ seat, ...ranger }));
  const waiting = rangers.filter(({ stands_on }) => !stands_on);
  return html`
    <svg viewBox=${`-66 -8 ${ROW * STEP.x + 72} ${rows * STEP.y + 4}`} role="group" aria-label="The path">
      <g role="group" aria-label="Starting area">
        <rect class="start" x="-62" y="4" width="54" height=${rows * STEP.y - 20} rx="12" />
        <text class="caption" transform=${`translate(-46 ${rows * STEP.y / 2 - 6}) rotate(-90)`}>start and rest</text>
        ${waiting.map(({ seat, rests_on_place: place }, index) => html`<${Ranger} key=${seat} seat=${seat} x=${-24} y=${30 + index * 34}
          label=${place ? `${names[seat]} rests on place ${place}` : `${names[seat]} at the start`} />`)}
      </g>
      ${view.path.map(([space, tile]) => {
        const [x, y] = spot(space);
        const here = rangers.filter(({ stands_on }) => stands_on === space);
        return html`<g key=${space} transform=${`translate(${x} ${y})`}>
          <${Space} space=${space} tile=${tiles[tile]} open=${spaces.includes(space)} chosen=${chosen === space} choose=${choose} />
          ${here.map(({ seat }, index) => html`<${Ranger} key=${seat} seat=${seat} x=${50 + index * 34} y="50" label=${`${names[seat]} on space ${space}`} />`)}
        </g>`;
      })}
    </svg>`;
}

function spot(space) {
  const row = Math.floor((space - 1) / ROW);
  const column = (space - 1) % ROW;
  return [(row % 2 ? ROW - 1 - column : column) * STEP.x, row * STEP.y];
}

function Space({ space, tile, open, chosen, choose }) {
  const number = html`<text class="caption" x="50" y="120">${space}</text>`;
  if (!tile) return html`<rect class="hole" x="4" y="4" width="92" height="92" rx="10" />${number}`;
  const label = `${tileText(tile)}, on space ${space}`;
  if (!open) return html`<g role="img" aria-label=${label}><${Face} tile=${tile} /></g>${number}`;
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(space);
  };
  return html`
    <g class=${`choice ${chosen ? "chosen" : ""}`} role="button" tabindex="0" aria-pressed=${String(chosen)}
      aria-label=${`Take ${label}`} data-space=${space} onClick=${() => choose(space)} onKeyDown=${key}>
      <${Face} tile=${tile} /><rect class="ring" x="-3" y="-3" width="106" height="106" rx="14" /></g>${number}`;
}

function Ranger({ seat, x, y, label }) {
  return html`<g class=${`token player-${seat}`} role="img" aria-label=${label} transform=${`translate(${x} ${y})`}>
    <circle class="disc" r="15" /><text class="number" dy="5">${seat}</text></g>`;
}

/** A tile: its habitat as ground, its animal, and arrows where it may come from. */
function Face({ tile }) {
  if (!tile) return null;
  const animal = ANIMALS[tile.animal];
  return html`
    <g class=${`vida-tile ${tile.habitat}`}>
      <rect x="2" y="2" width="96" height="96" rx="10" />
      ${animal
        ? html`<g class=${`animal ${tile.animal}`} transform="translate(50 42)">${animal}</g>`
        : html`<text class="caption" x="50" y="48">${words(tile.animal)}</text>`}
      <text class="habitat" x="50" y="79">${words(tile.habitat)}</text>
      ${tile.enters.map((side) => html`<path key=${side} class="arrow" d="M5 42L17 50L5 58Z" transform=${`rotate(${TURNS[side] ?? 0} 50 50)`} />`)}
    </g>`;
}

const tileText = (tile) =>
  `${words(tile.animal)} in the ${words(tile.habitat)}, entering ${tile.enters.map(words).join(", ")}`;
