// Picking a name: that is all it takes.

import { post } from "./api.js";
import { html, Problem, useState } from "./ui.js";

/** Asks for a name, and starts a session; then the page is loaded anew, as that player. */
export function SignIn({ why }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event) {
    event.preventDefault();
    setBusy(true);
    try {
      await post("/session", { name });
      location.reload();
    } catch (refused) {
      setProblem(refused.message);
      setBusy(false);
    }
  }

  return html`
    <form class="card signin" onSubmit=${submit}>
      <label for="name">${why}</label>
      <div class="row">
        <input id="name" name="name" required maxlength="40" autocomplete="nickname" placeholder="Your name"
          value=${name} onInput=${(event) => setName(event.currentTarget.value)} />
        <button class="primary" disabled=${busy}>Play</button>
      </div>
      <small>No password, no e-mail address: this browser remembers you. On your page you make links for your
        other devices.</small>
      <${Problem} text=${problem} />
    </form>`;
}
