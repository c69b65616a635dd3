// A seat's own share in the shuffling: 32 bytes that this browser draws, commits to when the seat is taken,
// and reveals when its player is ready. The server has committed to its secret before, so nobody steers.
//
// The commitment is SHA-256(lp("fairtable/entropy/1") ‖ lp(match) ‖ u32 seat ‖ bytes), where lp(x) is x behind
// its length as u32, big-endian.

import { draw, hex } from "./api.js";

const ENTROPY_BYTES = 32;

// Kept under its commitment: a second attempt to sit down, from another tab say, must not take the place of
// what the server was told first.
const place = (match, commitment) => `fairtable.entropy.${match}.${commitment}`;

/** Browsers hash on secure pages only: over HTTPS, or on one's own machine. */
export const canCommit = () => Boolean(globalThis.crypto?.subtle);

/** Draw for a seat, keep what was drawn in this browser, and return the commitment to it. */
export async function commit(match, seat) {
  const entropy = draw(ENTROPY_BYTES);
  const committed = await commitment(match, seat, entropy);
  localStorage.setItem(place(match, committed), hex(entropy));
  return committed;
}

/** What this browser has committed to, in hex; null where that was another one. */
export const drawn = (match, committed) => localStorage.getItem(place(match, committed));

export const forget = (match, committed) => localStorage.removeItem(place(match, committed));

export async function commitment(match, seat, entropy) {
  const bytes = [...lp("fairtable/entropy/1"), ...lp(match), ...u32(seat), ...entropy];
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes))));
}

function lp(text) {
  const bytes = new TextEncoder().encode(text);
  return [...u32(bytes.length), ...bytes];
}

const u32 = (number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
