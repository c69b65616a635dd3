// Tiles laid out on a grid before a seat, and the cells where the next one may lie.

import { html, useRef } from "./ui.js";

export const SIZE = 100; // of a cell, in the drawing's own units
const MARGIN = 8;
const SMALLEST = 3; // cells across, so that a first tile is not as large as the screen

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * A layout. `pieces` are {cell, key, label, face}; `spots` are {cell, label, choose}. Spots are buttons, among
 * which the arrow keys move. y grows upwards, as in all our logs.
 */
export function Layout({ label, pieces, spots = [], ghost = null }) {
  const svg = useRef(null);
  const { left, top, width, height } = frame([...pieces, ...spots].map(({ cell }) => cell));
  const at = ([x, y]) => `translate(${x * SIZE} ${-y * SIZE})`;

  const walk = (event, spot) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      spot.choose();
      return;
    }
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const next = nearest(spots, spot, direction);
    if (next >= 0) svg.current.querySelectorAll(".spot")[next].focus();
  };

  return html`
    <svg class="layout" ref=${svg} viewBox=${`${left} ${top} ${width} ${height}`} role="group" aria-label=${label}>
      ${pieces.map(({ cell, key, label: name, face }) => html`
        <g key=${key} class="piece" role="img" aria-label=${`${name} at ${cellText(cell)}`} transform=${at(cell)}>${face}</g>`)}
      ${spots.map((spot) => html`
        <g key=${`spot ${spot.cell}`} class="spot" role="button" tabindex="0" aria-label=${spot.label}
          data-cell=${spot.cell.join(",")} transform=${at(spot.cell)} onClick=${spot.choose} onKeyDown=${(event) => walk(event, spot)}>
          <rect x="4" y="4" width="92" height="92" rx="10" />
          <g class="ghost" aria-hidden="true">${ghost}</g>
        </g>`)}
    </svg>`;
}

export const cellText = ([x, y]) => `(${x}, ${y})`;

function frame(cells) {
  const xs = [0, ...cells.map(([x]) => x)];
  const ys = [0, ...cells.map(([, y]) => -y)];
  const [left, width] = span(Math.min(...xs), Math.max(...xs));
  const [top, height] = span(Math.min(...ys), Math.max(...ys));
  return { left, top, width, height };
}

/** Where a side begins and how long it is; a short one is drawn in the middle of a longer one. */
function span(first, last) {
  const missing = Math.max(0, SMALLEST - (last - first + 1)) / 2;
  const from = (first - missing) * SIZE - MARGIN;
  return [from, (last + 1 + missing) * SIZE + MARGIN - from];
}

function nearest(spots, { cell: [x, y] }, [dx, dy]) {
  let best = -1;
  let least = Infinity;
  spots.forEach(({ cell: [otherX, otherY] }, index) => {
    const ahead = (otherX - x) * dx + (otherY - y) * dy;
    const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [index, ahead + 2 * aside];
  });
  return best;
}
