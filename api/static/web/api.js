// The API as the pages use it. The browser adds the session's cookie by itself.

export const API = "/api/v1";

/** What the server refused, in a sentence; `code` is stable. */
export class Refused extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? `The server answered with ${status}.`);
    this.status = status;
    this.code = problem?.type?.split("/").pop();
  }
}

const RETRIES = 4;
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Random bytes. */
export const draw = (count) => crypto.getRandomValues(new Uint8Array(count));

export async function get(path) {
  return (await send("GET", path)).json();
}

export async function getText(path) {
  return (await send("GET", path)).text();
}

/** Give a command. Where the answer gets lost it is sent again with the same key: it is carried out once. */
export async function post(path, body = {}) {
  return (await send("POST", path, body)).json();
}

export async function remove(path) {
  await send("DELETE", path);
}

async function send(method, path, body) {
  const options = { method, headers: { Accept: "application/json, text/plain;q=0.9" } };
  if (method !== "GET") options.headers["Idempotency-Key"] = hex(draw(16));
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  for (let attempt = 1; ; attempt++) {
    let response;
    try {
      response = await fetch(API + path, options);
    } catch (error) {
      if (attempt > RETRIES) throw new Refused(0, { detail: "The server cannot be reached." });
    }
    if (response?.ok) return response;
    if (response && (response.status !== 503 || attempt > RETRIES)) {
      throw new Refused(response.status, await response.json().catch(() => null));
    }
    await pause(250 * 2 ** attempt);
  }
}
