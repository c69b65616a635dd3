// A match as it happens. The stream only tells that something has happened; what it is comes from the same
// addresses as ever, so nothing has to be put together in the browser.

import { API, get } from "./api.js";
import { useEffect, useRef, useState } from "./ui.js";

const GATHER_MILLISECONDS = 40; // events come in bursts: a move and what follows from it
const POLL_MILLISECONDS = 2000;
const RECONNECT_MILLISECONDS = 15_000;
const PAGE = 500;

/** The table, the caller's moves, the log, whether news come by themselves, and a way to ask for them. */
export function useMatch(match) {
  const [shown, setShown] = useState({ table: null, moves: null, events: [], problem: "" });
  const [connected, setConnected] = useState(false);
  const asking = useRef({ busy: false, again: false, events: [], over: false });

  async function refresh() {
    const state = asking.current;
    if (state.busy) {
      state.again = true;
      return;
    }
    state.busy = true;
    try {
      do {
        state.again = false;
        const table = await get(`/matches/${match}`);
        // When a match is over, everything is opened: then the log is read anew.
        const known = isOver(table) && !state.over ? [] : state.events;
        state.events = await eventsUntil(match, table.version, known);
        state.over = isOver(table);
        const moves = owes(table) ? await get(`/matches/${match}/moves`) : null;
        setShown({ table, moves: moves?.decision ? moves : null, events: state.events, problem: "" });
      } while (state.again);
    } catch (refused) {
      setShown((old) => ({ ...old, problem: refused.message }));
    } finally {
      state.busy = false;
    }
  }

  useEffect(() => follow(match, refresh, setConnected), [match]);
  return { ...shown, connected, refresh };
}

/** Whether the match waits for the caller. */
export const owes = (table) => table.you !== null && Boolean(table.awaiting?.seats.includes(table.you));

export const isOver = (table) => table.outcome !== null;

/** The log up to a version, of which some is known. */
async function eventsUntil(match, version, known) {
  let events = known;
  while (events.length < version) {
    const page = await get(`/matches/${match}/events?after=${events.length}&limit=${PAGE}`);
    events = [...events, ...page.events];
  }
  return events;
}

/** Call `refresh` whenever something happens in a match; returns how to stop that. */
function follow(match, refresh, setConnected) {
  let source, gathering, polling, reconnecting;

  const gather = () => {
    clearTimeout(gathering);
    gathering = setTimeout(refresh, GATHER_MILLISECONDS);
  };

  function connect() {
    source = new EventSource(`${API}/matches/${match}/stream`);
    for (const name of ["table", "event", "opened"]) source.addEventListener(name, gather);
    source.addEventListener("end", () => {
      gather();
      source.close();
    });
    source.onopen = () => {
      clearInterval(polling);
      setConnected(true);
    };
    source.onerror = () => {
      setConnected(false);
      // While the connection is only lost, the browser comes back by itself. Where it was refused, we ask
      // now and then, and try again later.
      if (source.readyState !== EventSource.CLOSED) return;
      clearInterval(polling);
      polling = setInterval(refresh, POLL_MILLISECONDS);
      reconnecting = setTimeout(connect, RECONNECT_MILLISECONDS);
    };
  }

  refresh();
  connect();
  return () => {
    source.close();
    clearTimeout(gathering);
    clearTimeout(reconnecting);
    clearInterval(polling);
  };
}
