// The lobby: all tables, and opening one.

import { get, post } from "./api.js";
import { canCommit, commit } from "./entropy.js";
import { Options, optionsOf } from "./options.js";
import { SignIn } from "./signin.js";
import { html, main, me, Problem, render, Time, useEffect, useState, words } from "./ui.js";

const REFRESH_MILLISECONDS = 4000;
const SHOWN = 12;

const LISTS = [
  { title: "Your tables", query: `player=${me?.id}`, empty: "You sit at no table yet.", mine: true },
  { title: "Waiting for players", query: "status=open", empty: "No table is open. Open one!" },
  { title: "Being played", query: "status=running", empty: "Nothing is being played right now." },
  { title: "Finished", query: "status=ended", empty: "No match has ended yet." },
].filter((list) => me || !list.mine);

function Lobby() {
  const games = useGames();
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  return html`
    <h1>${me ? `Welcome, ${me.name}` : "Play, and check that it was fair"}</h1>
    ${!me && html`<p class="lead">Every match here can be rebuilt, proved and disputed from its log, by people who do
      not trust this server.</p>`}
    <div class="lobby">
      ${me ? html`<${OpenTable} games=${games} />` : html`<${SignIn} why="What shall the others call you?" />`}
      <div class="lists">
        ${LISTS.map((list) => html`<${Tables} key=${list.title} list=${list} titles=${titles} />`)}
      </div>
    </div>`;
}

function useGames() {
  const [games, setGames] = useState([]);
  useEffect(() => {
    get("/games").then((found) => setGames(found.games));
  }, []);
  return games;
}

function Tables({ list, titles }) {
  const [matches, setMatches] = useState(null);
  const [limit, setLimit] = useState(SHOWN);
  const [more, setMore] = useState(false);

  useEffect(() => {
    let timer;
    let stopped = false;
    async function refresh() {
      try {
        const page = await get(`/matches?${list.query}&limit=${limit}`);
        if (stopped) return;
        setMatches(page.matches);
        setMore(page.next !== null);
      } catch {
        // The lists stay as they are; the next time may do better.
      }
      timer = setTimeout(refresh, document.hidden ? 10 * REFRESH_MILLISECONDS : REFRESH_MILLISECONDS);
    }
    refresh();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [limit]);

  const id = `list-${list.title.replaceAll(" ", "-").toLowerCase()}`;
  return html`
    <section aria-labelledby=${id}>
      <h2 id=${id}>${list.title}</h2>
      ${matches === null && html`<p class="quiet">Looking…</p>`}
      ${matches?.length === 0 && html`<p class="quiet">${list.empty}</p>`}
      <ul class="tables">
        ${matches?.map((match) => html`<${Entry} key=${match.match} match=${match} title=${titles[match.game]} />`)}
      </ul>
      ${more && limit < 200 && html`<button onClick=${() => setLimit(Math.min(200, limit * 4))}>Show more</button>`}
    </section>`;
}

function Entry({ match, title }) {
  return html`
    <li>
      <a class="card table" href=${`/matches/${match.match}`}>
        <span class="game">${title ?? words(match.game)}</span>
        <span class=${`badge ${match.status}`}>${STATUS[match.status]}</span>
        <span class="seats">
          ${match.seats.map((seat) => html`<span key=${seat.seat} class=${seatClass(seat)}>${seatText(seat)}</span>`)}
        </span>
        <span class="quiet when"><${Time} at=${match.updated_at} /></span>
      </a>
    </li>`;
}

const STATUS = { open: "open", running: "running", ended: "finished", aborted: "closed" };

const seatClass = (seat) => (seat.player ? "chip person" : seat.bot ? "chip bot" : "chip free");
const seatText = (seat) => (seat.player ? seat.name : seat.bot ? `${seat.bot} bot` : "free");

function OpenTable({ games }) {
  const [chosen, setChosen] = useState("");
  const [picked, setPicked] = useState(null);
  const [options, setOptions] = useState({});
  const [properties, setProperties] = useState({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const game = games.find((one) => one.name === chosen) ?? games[0];

  useEffect(() => {
    let current = true;
    setProperties({});
    if (game) {
      get(`/games/${game.name}`).then((found) => current && setProperties(optionsOf(found.options)));
    }
    return () => {
      current = false;
    };
  }, [game?.name]);

  if (!game) return html`<p class="quiet">Looking for games…</p>`;

  const seats = picked ?? ["me", ...Array(game.seats[0] - 1).fill("greedy")];
  const choose = (name) => {
    setChosen(name);
    setPicked(null);
    setOptions({});
  };
  const resize = (count) =>
    setPicked(Array.from({ length: count }, (_, seat) => seats[seat] ?? "greedy"));
  const occupy = (seat, who) =>
    setPicked(seats.map((old, number) => (number === seat ? who : who === "me" && old === "me" ? "open" : old)));

  async function submit(event) {
    event.preventDefault();
    setBusy(true);
    try {
      const bots = seats.flatMap((who, seat) => (["me", "open"].includes(who) ? [] : [{ seat, bot: who }]));
      const given = Object.entries(options).filter(([, value]) => value !== undefined);
      const opened = await post("/matches", {
        game: game.name,
        seats: seats.length,
        options: Object.fromEntries(given),
        bots,
      });
      if (seats.includes("me")) await sit(opened.match, seats.indexOf("me"));
      location.assign(`/matches/${opened.match}`);
    } catch (refused) {
      setProblem(refused.message);
      setBusy(false);
    }
  }

  return html`
    <form class="card open" onSubmit=${submit} aria-labelledby="open-title">
      <h2 id="open-title">Open a table</h2>
      <div class="fields">
        <div class="field">
          <label for="game">Game</label>
          <select id="game" onChange=${(event) => choose(event.currentTarget.value)}>
            ${games.map((one) => html`<option value=${one.name} selected=${one === game}>${one.title}</option>`)}
          </select>
        </div>
        <div class="field">
          <label for="count">Players</label>
          <select id="count" onChange=${(event) => resize(Number(event.currentTarget.value))}>
            ${game.seats.map((count) => html`<option selected=${count === seats.length}>${count}</option>`)}
          </select>
        </div>
      </div>
      <fieldset class="occupants"><legend>Who sits where</legend>
        ${seats.map(
          (who, seat) => html`
            <div class="field" key=${seat}>
              <label for=${`seat-${seat}`}>Seat ${seat}</label>
              <select id=${`seat-${seat}`} onChange=${(event) => occupy(seat, event.currentTarget.value)}>
                <option value="me" selected=${who === "me"}>${me.name} (you)</option>
                <option value="open" selected=${who === "open"}>open to others</option>
                ${game.bots.map((bot) => html`<option value=${bot} selected=${who === bot}>${bot} bot</option>`)}
              </select>
            </div>`,
        )}
      </fieldset>
      ${Object.keys(properties).length > 0 &&
      html`<details><summary>Options</summary>
        <${Options} properties=${properties} values=${options}
          change=${(name, value) => setOptions({ ...options, [name]: value })} />
      </details>`}
      <button class="primary" disabled=${busy}>Open the table</button>
      <${Problem} text=${problem} />
    </form>`;
}

async function sit(match, seat) {
  const own = canCommit() ? { entropy_commitment: await commit(match, seat) } : {};
  await post(`/matches/${match}/seats`, { seat, ...own });
}

render(html`<${Lobby} />`, main);
