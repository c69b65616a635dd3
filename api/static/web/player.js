// A player's page. One's own also has links, tokens and signing out.

import { get, post, remove } from "./api.js";
import { html, main, me, Problem, render, Time, useEffect, useState, words } from "./ui.js";

const shown = main.dataset.shown;
const mine = me?.id === shown;

function Player() {
  const [profile, setProfile] = useState(null);
  const [titles, setTitles] = useState({});
  const [problem, setProblem] = useState("");

  async function load(cursor) {
    try {
      const page = await get(`/players/${shown}?limit=30${cursor ? `&cursor=${cursor}` : ""}`);
      setProfile((old) => (cursor ? { ...page, results: [...old.results, ...page.results] } : page));
    } catch (refused) {
      setProblem(refused.message);
    }
  }

  useEffect(() => {
    load();
    get("/games").then(({ games }) => setTitles(Object.fromEntries(games.map((game) => [game.name, game.title]))));
  }, []);

  if (!profile) return html`<p class="quiet">Looking…</p><${Problem} text=${problem} />`;
  const title = (game) => titles[game] ?? words(game);
  return html`
    <h1>${profile.name}</h1>
    <p class="quiet">Plays here since <${Time} at=${profile.created_at} />.</p>
    <section aria-labelledby="games"><h2 id="games">Games</h2>
      ${profile.totals.length === 0 && html`<p class="quiet">No match has started yet.</p>`}
      ${profile.totals.length > 0 &&
      html`<table>
        <thead><tr><th scope="col">Game</th><th scope="col">Matches</th><th scope="col">Finished</th>
          <th scope="col">Won</th><th scope="col">Shared wins</th></tr></thead>
        <tbody>${profile.totals.map(
          (one) => html`<tr key=${one.game}><th scope="row">${title(one.game)}</th><td>${one.matches}</td>
            <td>${one.finished}</td><td>${one.won}</td><td>${one.shared}</td></tr>`,
        )}</tbody>
      </table>`}
    </section>
    ${profile.results.length > 0 &&
    html`<section aria-labelledby="matches"><h2 id="matches">Matches</h2>
      <table>
        <thead><tr><th scope="col">Started</th><th scope="col">Game</th><th scope="col">Place</th>
          <th scope="col">Score</th></tr></thead>
        <tbody>${profile.results.map(
          (one) => html`<tr key=${one.match}>
            <td><a href=${`/matches/${one.match}`}><${Time} at=${one.started_at} /></a></td>
            <td>${title(one.game)}</td><td>${placeText(one)}</td><td>${one.score ?? "–"}</td></tr>`,
        )}</tbody>
      </table>
      ${profile.next && html`<button onClick=${() => load(profile.next)}>Show more</button>`}
    </section>`}
    ${mine && html`<${Devices} /><${Tokens} /><${SigningOut} />`}`;
}

function placeText(result) {
  if (result.place === null) return "still playing";
  const shared = result.shared ? ", shared" : "";
  return `${result.place}.${shared}${result.gave_up ? " (gave up)" : ""}`;
}

function Devices() {
  const [link, setLink] = useState(null);
  const [problem, setProblem] = useState("");
  const make = () => post("/links").then(setLink, (refused) => setProblem(refused.message));
  return html`
    <section class="card" aria-labelledby="devices"><h2 id="devices">Your other devices</h2>
      <p>A link signs one more browser in as you. It works once, within 15 minutes. Send it to nobody else.</p>
      <button onClick=${make}>Make a one-time link</button>
      ${link && html`<p><label for="link">Open this on the other device, before <${Time} at=${link.expires_at} />:</label>
        <input id="link" class="secret" readonly value=${link.link} onFocus=${(event) => event.currentTarget.select()} /></p>`}
      <${Problem} text=${problem} />
    </section>`;
}

function Tokens() {
  const [tokens, setTokens] = useState([]);
  const [made, setMade] = useState(null);
  const [problem, setProblem] = useState("");
  const load = () => get("/tokens").then((found) => setTokens(found.tokens), (refused) => setProblem(refused.message));
  useEffect(() => {
    load();
  }, []);
  const make = () =>
    post("/tokens", { scopes: ["play"] }).then(
      (token) => {
        setMade(token);
        load();
      },
      (refused) => setProblem(refused.message),
    );
  const revoke = (id) => remove(`/tokens/${id}`).then(load, (refused) => setProblem(refused.message));
  return html`
    <section class="card" aria-labelledby="tokens"><h2 id="tokens">Tokens for programs</h2>
      <p>A program that holds a token plays as you, by the <a href="/api/v1/docs">API</a>.</p>
      <ul class="plain">
        ${tokens.map(
          (token) => html`<li key=${token.id} class="row"><span><code>${token.id}</code> for ${token.scopes.join(", ")},
            made <${Time} at=${token.created_at} /></span>
            <button onClick=${() => revoke(token.id)} aria-label=${`Revoke token ${token.id}`}>Revoke</button></li>`,
        )}
      </ul>
      <button onClick=${make}>Make a token</button>
      ${made && html`<p><label for="token">Keep it; it is shown this once:</label>
        <input id="token" class="secret" readonly value=${made.token} onFocus=${(event) => event.currentTarget.select()} /></p>`}
      <${Problem} text=${problem} />
    </section>`;
}

function SigningOut() {
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState("");
  const leave = (path) => remove(path).then(() => location.assign("/"), (refused) => setProblem(refused.message));
  return html`
    <section class="card" aria-labelledby="out"><h2 id="out">Signing out</h2>
      <p>There is no password to come back with: first make a link for another device, or keep a token.</p>
      ${asked
        ? html`<div class="row wrap">
            <button class="danger" onClick=${() => leave("/session")}>Sign this browser out</button>
            <button class="danger" onClick=${() => leave("/sessions")}>Sign all my browsers out</button>
            <button onClick=${() => setAsked(false)}>Stay</button></div>`
        : html`<button onClick=${() => setAsked(true)}>Sign out…</button>`}
      <${Problem} text=${problem} />
    </section>`;
}

render(html`<${Player} />`, main);
