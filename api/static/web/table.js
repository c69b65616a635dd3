// A table: who sits at it, the board, what one may do, and what has happened.

import { get, getText, post, remove } from "./api.js";
import { canCommit, commit, drawn, forget } from "./entropy.js";
import { isOver, owes, useMatch } from "./live.js";
import { MoveList } from "./moves.js";
import { SignIn } from "./signin.js";
import { capital, html, main, me, Problem, render, useEffect, useMemo, useState, words } from "./ui.js";

const match = main.dataset.match;
const address = `/matches/${match}`;

function Page() {
  const { table, moves, events, connected, problem: lost, refresh } = useMatch(match);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const game = useGame(table?.game);

  /** Do something to the match; what is refused is told. */
  async function act(deed) {
    setBusy(true);
    setProblem("");
    try {
      await deed();
    } catch (refused) {
      setProblem(refused.message);
    }
    await refresh();
    setBusy(false);
  }

  const names = table?.seats.map((seat) => seat.name) ?? [];
  const turn = table ? turnText(table, names) : "";
  useEffect(() => {
    if (table && game) document.title = `${owes(table) ? "● Your turn · " : ""}${game.title} · Fairtable`;
  });

  if (!table || !game) return html`<p class="quiet">Looking…</p><${Problem} text=${lost} />`;
  const play = (move) =>
    act(() => post(`${address}/moves`, { decision: table.awaiting.decision, move }));
  const shared = { table, game, names, events, busy, act };

  return html`
    <div class="heading">
      <h1>${game.title}</h1>
      <span class=${`badge ${table.status}`}>${STATUS[table.status]}</span>
      ${!connected && !isOver(table) && html`<span class="badge lost">connecting…</span>`}
    </div>
    <p class=${`whose ${owes(table) ? "yours" : ""}`} role="status">${turn}</p>
    <${Problem} text=${problem || lost} />
    ${isOver(table) && html`<${Outcome} ...${shared} />`}
    <div class="table">
      <div class="play">
        ${table.view
          ? html`<${BoardOf} ...${shared} moves=${moves} play=${play} />`
          : html`<${BeforeTheStart} ...${shared} />`}
        ${moves && html`<${MoveList} moves=${moves} play=${play} busy=${busy} folded=${Boolean(main.dataset.board)} />`}
      </div>
      <aside>
        <${Seats} ...${shared} />
        <${Log} events=${events} />
        <${Files} table=${table} />
      </aside>
    </div>`;
}

const STATUS = { open: "open", running: "running", ended: "finished", aborted: "closed" };

function useGame(name) {
  const [game, setGame] = useState(null);
  useEffect(() => {
    if (name) get(`/games/${name}`).then(setGame);
  }, [name]);
  return game;
}

function turnText(table, names) {
  if (isOver(table)) return table.status === "aborted" ? "The table was closed before the match began." : "The match is over.";
  if (table.status === "open") {
    const free = table.seats.filter((seat) => !seat.player && !seat.bot).length;
    if (free) return free === 1 ? "One seat is free." : `${free} seats are free.`;
    const late = table.seats.filter((seat) => !seat.ready).map((seat) => seat.name);
    return `All seats are taken. Waiting for ${list(late)} to be ready.`;
  }
  if (!table.awaiting) return "…";
  const kind = table.awaiting.kind === "turn" ? "" : ` (${words(table.awaiting.kind)})`;
  if (owes(table)) return `Your turn${kind}.`;
  return `Waiting for ${list(table.awaiting.seats.map((seat) => names[seat]))}${kind}.`;
}

const list = (texts) => (texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`);

// The board

function BoardOf(props) {
  const [Board, setBoard] = useState(null);
  useEffect(() => {
    if (main.dataset.board) import(main.dataset.board).then((module) => setBoard(() => module.Board));
  }, []);
  if (!main.dataset.board) return html`<${TextBoard} table=${props.table} />`;
  return Board && html`<${Board} ...${props} components=${props.game.components.content} />`;
}

function TextBoard({ table }) {
  const [text, setText] = useState("");
  useEffect(() => {
    getText(`${address}/board`).then(setText, () => {});
  }, [table.version]);
  return html`<pre class="board" tabindex="0" aria-label="The board">${text}</pre>`;
}

// Before the start

function BeforeTheStart({ table, game, events, busy, act }) {
  const mine = table.you === null ? null : table.seats[table.you];
  const full = table.seats.every((seat) => seat.player || seat.bot);
  const options = Object.entries(table.options).filter(([, value]) => value !== null);
  return html`
    <section class="card before" aria-label="Before the start">
      ${options.length > 0 && html`<p class="quiet">${options.map(([name, value]) => `${words(name)}: ${optionText(value)}`).join(" · ")}</p>`}
      ${isOver(table)
        ? html`<p>Nothing was played here.</p>`
        : !me
          ? html`<${SignIn} why="To take a seat, pick a name:" />`
          : mine === null
            ? html`<p>Take a free seat, or watch.</p>`
            : mine.ready
              ? html`<p>You are ready. The match begins as soon as everybody is.</p>`
              : html`<${GetReady} table=${table} full=${full} events=${events} busy=${busy} act=${act} />`}
      <details><summary>Who shuffles?</summary>
        <p>Nobody alone. This server drew a secret when the table was opened, and published a commitment to it. Each
          browser draws 32 bytes of its own, commits to them when its player sits down, and reveals them when its
          player is ready. All shuffles of ${game.title} follow from all of these together; after the match
          anybody can compute them again.</p>
        <p class="quiet">The server's commitment: <code>${table.commitment}</code></p>
      </details>
    </section>`;
}

const optionText = (value) =>
  Array.isArray(value) ? value.map(words).join(", ") : value === true ? "yes" : value === false ? "no" : words(value);

function GetReady({ table, full, events, busy, act }) {
  const { entropy_by: by, entropy_commitment: committed } = taking(events, table.you);
  const own = by === "player";
  const entropy = own ? drawn(match, committed) : null;
  const ready = () =>
    act(async () => {
      await post(`${address}/ready`, own ? { entropy } : {});
      forget(match, committed);
    });
  if (own && !entropy) {
    return html`<p class="warning">You sat down in another browser, which keeps what it committed to. Get ready
      there, or leave the seat and take it again here.</p>`;
  }
  return html`
    <p>${own
      ? "Your client committed to its own entropy. Being ready reveals it."
      : "The server drew the entropy for your seat, since this browser could not commit to any of its own."}</p>
    <button class="primary big" disabled=${busy || !full} onClick=${ready}>I am ready</button>
    ${!full && html`<p class="quiet">The match starts with all seats taken.</p>`}`;
}

/** What the log says of how a seat was last taken: by whom, and who drew its entropy. */
function taking(events, seat) {
  const taken = events.filter(({ line }) => line.type === "match.SeatTaken" && line.data.seat === seat);
  return taken.at(-1)?.line.data ?? {};
}

// The seats

function Seats(props) {
  return html`
    <section class="card seats" aria-labelledby="seats"><h2 id="seats">Seats</h2>
      <ul class="plain">${props.table.seats.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} ...${props} />`)}</ul>
      <${Leaving} ...${props} />
    </section>`;
}

function Seat({ seat, table, game, names, events, busy, act }) {
  const free = !seat.player && !seat.bot;
  const turn = table.awaiting?.seats.includes(seat.seat);
  const score = table.outcome?.scores[seat.seat];
  return html`
    <li class=${`seat player-${seat.seat} ${turn ? "turn" : ""}`}>
      <span class="disc" aria-hidden="true"></span>
      <span class="who">
        ${free ? html`<em>free</em>` : seat.player ? html`<a href=${`/players/${seat.player}`}>${seat.name}</a>` : seat.name}
        ${seat.seat === table.you && html` <small>(you)</small>`}
        ${seat.gave_up && html` <small>gave up${!isOver(table) && `; the ${seat.bot} bot plays on`}</small>`}
        ${seat.player && taking(events, seat.seat).entropy_by === "player" && html`<small class="own" title="Its client committed to its own entropy before any shuffle">own entropy</small>`}
      </span>
      ${turn && html`<span class="badge running">to move</span>`}
      ${table.status === "open" && seat.player && html`<span class="badge">${seat.ready ? "ready" : "not ready"}</span>`}
      ${score !== undefined && html`<strong>${score}</strong>`}
      ${free && table.status === "open" && html`<${FreeSeat} seat=${seat.seat} table=${table} game=${game} busy=${busy} act=${act} />`}
    </li>`;
}

function FreeSeat({ seat, table, game, busy, act }) {
  const sit = () =>
    act(async () => {
      const own = canCommit() ? { entropy_commitment: await commit(match, seat) } : {};
      await post(`${address}/seats`, { seat, ...own });
    });
  const seatBot = (event) => {
    const bot = event.currentTarget.value;
    if (bot) act(() => post(`${address}/seats`, { seat, bot }));
  };
  return html`<span class="actions">
    ${me && table.you === null && html`<button class="primary" disabled=${busy} onClick=${sit} aria-label=${`Take seat ${seat}`}>Sit down</button>`}
    ${me && table.creator === me.id &&
    html`<select aria-label=${`Put a bot on seat ${seat}`} disabled=${busy} onChange=${seatBot}>
      <option value="">Add a bot…</option>${game.bots.map((bot) => html`<option value=${bot}>${bot} bot</option>`)}
    </select>`}
  </span>`;
}

function Leaving({ table, busy, act }) {
  const [asked, setAsked] = useState(false);
  const mine = table.you === null ? null : table.seats[table.you];
  const sure = (word, deed) =>
    asked
      ? html`<div class="row wrap"><button class="danger" disabled=${busy}
            onClick=${() => act(deed).then(() => setAsked(false))}>Yes, ${word}</button>
          <button onClick=${() => setAsked(false)}>No</button></div>`
      : html`<button class="subtle" onClick=${() => setAsked(true)}>${capital(word)}…</button>`;
  if (table.status === "running" && mine && !mine.gave_up) return sure("resign", () => post(`${address}/resign`));
  if (table.status !== "open") return null;
  if (mine && !table.seats.some((seat) => seat.player && seat.ready)) {
    return html`<button class="subtle" disabled=${busy} onClick=${() => act(() => remove(`${address}/seats/${table.you}`))}>Leave the seat</button>`;
  }
  return me && table.creator === me.id && sure("close the table", () => post(`${address}/abort`));
}

// The end

function Outcome({ table, names }) {
  const { ranking, scores, reason } = table.outcome;
  if (!ranking.length) return null;
  let place = 1;
  const rows = ranking.map((group) => {
    const row = { place, group };
    place += group.length;
    return row;
  });
  return html`
    <section class="card outcome" aria-labelledby="outcome">
      <h2 id="outcome">${list(ranking[0].map((seat) => names[seat]))} ${ranking[0].length > 1 ? "win" : "wins"}</h2>
      <ol>${rows.map((row) => html`<li value=${row.place} key=${row.place}>${list(row.group.map((seat) =>
        scores.length ? `${names[seat]} (${scores[seat]})` : names[seat]))}</li>`)}</ol>
      <p class="quiet">${capital(words(reason))}. The server's secret is published now: everything can be checked.</p>
    </section>`;
}

// What has happened

const DULL = new Set(["match.MoveMade"]); // what follows from a move tells it better

function Log({ events }) {
  const told = useMemo(
    () => events.filter(({ line }) => !DULL.has(line.type)).toReversed(),
    [events],
  );
  return html`
    <section class="card log" aria-labelledby="log"><h2 id="log">What has happened</h2>
      <ol reversed tabindex="0" aria-labelledby="log">
        ${told.map(({ line, text }) => html`<li key=${line.version} value=${line.version}>${capital(text)}</li>`)}
      </ol>
    </section>`;
}

function Files({ table }) {
  return html`
    <section class="card" aria-labelledby="proof"><h2 id="proof">Proof</h2>
      <p>This table's log is one chain of ${table.version} lines, the same bytes for everybody.</p>
      <ul>
        <li><a href=${`/api/v1${address}/export`} download>Match file</a>, to be checked with${" "}
          <code>fairtable-replay verify</code></li>
        <li><a href=${`/api/v1${address}/fairness`}>Commitments and entropies</a></li>
        <li><a href=${`/api/v1${address}/events`}>The log</a></li>
      </ul>
    </section>`;
}

render(html`<${Page} />`, main);
