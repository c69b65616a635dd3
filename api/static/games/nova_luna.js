// The board of Nova Luna: the moon wheel inside the moon track, and a display before each seat.

import { cellText, Layout } from "../web/grid.js";
import { html, useEffect, useState } from "../web/ui.js";

const TRACK = { radius: 282, spaces: 24 };
const WHEEL = { radius: 196, tile: 78 };

// Each colour has a mark of its own, for those who cannot tell the colours apart.
const MARKS = {
  turquoise: html`<circle r="7" />`,
  blue: html`<rect x="-6.5" y="-6.5" width="13" height="13" />`,
  red: html`<path d="M0-8L7.5 6H-7.5Z" />`,
  yellow: html`<path d="M0-8.5L8.5 0L0 8.5L-8.5 0Z" />`,
};

export function Board({ table, components, names, moves, play, busy }) {
  const { view, you } = table;
  const tiles = Object.fromEntries(components.tiles.map((tile) => [tile.id, tile]));
  const takes = moves ? moves.moves.filter((move) => move.type === "take") : [];
  const spaces = [...new Set(takes.map((move) => move.space))];
  const refill = moves?.moves.find((move) => move.type === "refill");
  const [space, setSpace] = useState(null);
  const chosen = spaces.includes(space) ? space : spaces.length === 1 ? spaces[0] : null;
  useEffect(() => setSpace(null), [table.version]);

  const first = you ?? view.turn ?? 0;
  const order = names.map((_, seat) => (first + seat) % names.length);
  const spots = takes
    .filter((move) => move.space === chosen && !busy)
    .map((move) => ({ cell: move.cell, label: `Lay it at ${cellText(move.cell)}`, choose: () => play(move) }));

  const display = (seat) => html`
    <section key=${seat} class=${`display player-${seat} ${seat === first ? "own" : ""}`} aria-label=${`Display of ${names[seat]}`}>
      <h2><span class="disc" aria-hidden="true"></span>${names[seat]}${" "}
        <small>${view.seats[seat].tokens_left} tokens left · ${view.seats[seat].distance} on the track</small></h2>
      <${Layout} label=${`Display of ${names[seat]}`} pieces=${pieces(view.seats[seat], tiles)}
        spots=${seat === you ? spots : []} ghost=${chosen !== null && html`<${Face} tile=${tiles[view.wheel[chosen]]} />`} />
    </section>`;

  return html`
    <div class="nova">
      <div class="wheel">
        <${Wheel} view=${view} tiles=${tiles} spaces=${spaces} chosen=${chosen} choose=${setSpace} />
        ${moves && html`<p class="hint">${chosen === null ? "Choose one of the marked tiles on the wheel." : "Now choose a cell of your display."}</p>`}
        ${refill && html`<button disabled=${busy} onClick=${() => play(refill)}>Fill the wheel first</button>`}
      </div>
      ${display(first)}
      <div class="others">${order.slice(1).map(display)}</div>
    </div>`;
}

const pieces = (seat, tiles) =>
  seat.display.map(({ cell, tile }) => ({
    cell,
    key: tile,
    label: tileText(tiles[tile], seat.tasks[tile]),
    face: html`<${Face} tile=${tiles[tile]} done=${seat.tasks[tile]} />`,
  }));

function Wheel({ view, tiles, spaces, chosen, choose }) {
  return html`
    <svg viewBox="-320 -320 640 640" role="group" aria-label="Moon wheel and moon track">
      <circle class="sky" r="316" />
      ${around(TRACK.spaces).map(([x, y], distance) => html`
        <g key=${distance} transform=${`translate(${x * TRACK.radius} ${y * TRACK.radius})`}>
          <circle class="step" r="15" /><text class="number" dy="5">${distance}</text></g>`)}
      ${discs(view).map(({ seat, x, y, distance }) => html`
        <g key=${`disc ${seat}`} class=${`token player-${seat}`} role="img" aria-label=${`Seat ${seat} at distance ${distance}`}
          transform=${`translate(${x} ${y})`}><circle class="disc" r="15" /><text class="number" dy="5">${seat}</text></g>`)}
      ${around(view.wheel.length).map(([x, y], space) => html`
        <${Space} key=${`space ${space}`} x=${x * WHEEL.radius} y=${y * WHEEL.radius} space=${space}
          tile=${tiles[view.wheel[space]]} meeple=${view.meeple === space}
          open=${spaces.includes(space)} chosen=${chosen === space} choose=${choose} />`)}
      <text class="supply" y="-6">${view.supply_size}</text>
      <text class="supply small" y="22">in the supply</text>
    </svg>`;
}

/** Points on a circle, clockwise from the top. */
const around = (count) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    return [Math.sin(angle), -Math.cos(angle)];
  });

/** The seats' discs on the track; of those on one space the upper ones lie further in. */
function discs(view) {
  const points = around(TRACK.spaces);
  return view.moon_track.flatMap(([distance, stack]) =>
    stack.map((seat, height) => {
      const [x, y] = points[distance % TRACK.spaces];
      const radius = TRACK.radius + 8 - 14 * height;
      return { seat, distance, x: x * radius, y: y * radius };
    }),
  );
}

function Space({ x, y, space, tile, meeple, open, chosen, choose }) {
  const scale = WHEEL.tile / 100;
  const place = `translate(${x - WHEEL.tile / 2} ${y - WHEEL.tile / 2}) scale(${scale})`;
  if (meeple) {
    return html`<g transform=${place} role="img" aria-label="The meeple">
      <rect class="hole" x="4" y="4" width="92" height="92" rx="10" />
      <path class="meeple" d="M50 18a13 13 0 0 1 9 22l19 10-6 11-10-4 8 25H30l8-25-10 4-6-11 19-10a13 13 0 0 1 9-22Z" /></g>`;
  }
  if (!tile) return html`<g transform=${place}><rect class="hole" x="4" y="4" width="92" height="92" rx="10" /></g>`;
  const label = `${tileText(tile)}, on space ${space}`;
  if (!open) return html`<g transform=${place} role="img" aria-label=${label}><${Face} tile=${tile} /></g>`;
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(space);
  };
  return html`
    <g transform=${place} class=${`choice ${chosen ? "chosen" : ""}`} role="button" tabindex="0" aria-pressed=${String(chosen)}
      aria-label=${`Take ${label}`} data-space=${space} onClick=${() => choose(space)} onKeyDown=${key}>
      <${Face} tile=${tile} /><rect class="ring" x="-3" y="-3" width="106" height="106" rx="14" /></g>`;
}

/** A tile: its colour with its mark, its time, and its tasks, of which those done are covered by a token. */
function Face({ tile, done = [] }) {
  if (!tile) return null;
  return html`
    <g class=${`nova-tile ${tile.colour}`}>
      <rect x="2" y="2" width="96" height="96" rx="10" />
      <text class="time" x="9" y="26">${tile.time}</text>
      <g class="mark" transform="translate(83 17)">${MARKS[tile.colour]}</g>
      ${tile.tasks.map((task, row) => html`<${Task} key=${row} task=${task} done=${done[row]} y=${row * 22 + (tile.tasks.length < 3 ? 54 : 41)} />`)}
    </g>`;
}

function Task({ task, done, y }) {
  const marks = Object.entries(task).flatMap(([colour, count]) => Array(count).fill(colour));
  return html`
    <g class=${done ? "task done" : "task"} transform=${`translate(50 ${y})`}>
      <rect x="-40" y="-10" width="80" height="20" rx="10" />
      ${marks.map((colour, index) => html`<g key=${index} class=${`pip ${colour}`}
        transform=${`translate(${(index - (marks.length - 1) / 2) * 17} 0) scale(.85)`}>${MARKS[colour]}</g>`)}
      ${done && html`<path class="check" d="M-9 0l6 6L9-7" />`}
    </g>`;
}

function tileText(tile, done = []) {
  const tasks = tile.tasks.map((task, index) => {
    const wanted = Object.entries(task).map(([colour, count]) => `${count} ${colour}`).join(" and ");
    return done[index] ? `${wanted} (done)` : wanted;
  });
  const asks = tasks.length ? `tasks: ${tasks.join("; ")}` : "no task";
  return `${tile.colour} tile of time ${tile.time}, ${asks}`;
}
