// The end of a one-time link. Its secret is behind the #, which browsers send to nobody.

import { post } from "./api.js";
import { html, main, me, Problem, render, useState } from "./ui.js";

const secret = location.hash.slice(1);
history.replaceState(null, "", location.pathname); // not into the history, and not into anybody's bookmarks

function Join() {
  const [problem, setProblem] = useState(secret ? "" : "This link is not complete.");

  async function follow() {
    try {
      await post("/session", { link: secret });
      location.assign("/");
    } catch (refused) {
      setProblem(refused.message);
    }
  }

  return html`
    <h1>Sign this browser in</h1>
    <p>The link works once. Whoever uses it plays as its owner.</p>
    ${me && html`<p class="warning">You are ${me.name} here. Going on signs ${me.name} out of this browser; without
      a token, or another browser, nobody can come back as ${me.name}.</p>`}
    <button class="primary" disabled=${!secret} onClick=${follow}>Sign in</button>
    <${Problem} text=${problem} />`;
}

render(html`<${Join} />`, main);
