// What all pages share: preact bound to htm, small words and pieces.

import { h, render } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export { render };
export { useCallback, useEffect, useMemo, useRef, useState } from "../vendor/hooks.js";
export const html = htm.bind(h);

export const main = document.getElementById("main");

/** Who is signed in: {id, name}, or null. */
export const me = main.dataset.player
  ? { id: main.dataset.player, name: main.dataset.playerName }
  : null;

/** A persisted name in words: "first_game" as "first game". */
export const words = (name) => String(name).replaceAll("_", " ");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A moment as people say it, with the exact one as a title. */
export function Time({ at }) {
  const moment = new Date(at);
  const today = moment.toDateString() === new Date().toDateString();
  const shown = today
    ? moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : moment.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
  return html`<time datetime=${at} title=${moment.toLocaleString()}>${shown}</time>`;
}

/** What went wrong, told at once to those who listen instead of looking. */
export function Problem({ text }) {
  return html`<p class="problem" role="alert" hidden=${!text}>${text}</p>`;
}
