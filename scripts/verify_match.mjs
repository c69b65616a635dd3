#!/usr/bin/env node
// A second reading of the match file's format, for Node 20 without packages: it was written from the format,
// not from verify_match.py, and tests hold the two against each other. Whoever trusts neither writes a third.
//
//     verify_match.mjs MATCH.match.jsonl [RECEIPT ...] [--key=VKEY ...]
//
// Exit: 0 nothing found, 1 findings, 2 could not run. Codes are explained in docs/fairness.md.

import crypto from "node:crypto";
import fs from "node:fs";
import { pathToFileURL } from "node:url";

// Bytes

const sha256 = (...parts) => crypto.createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, ...parts) => crypto.createHmac("sha256", key).update(Buffer.concat(parts)).digest();

function u32(number) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number >>> 0);
  return bytes;
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}

function lp(value) {
  const bytes = Buffer.from(value);
  return Buffer.concat([u32(bytes.length), bytes]);
}

const fromHex = (text) => (/^[0-9a-f]{64}$/.test(text) && typeof text === "string" ? Buffer.from(text, "hex") : null);

function fromBase64(text) {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : Buffer.alloc(0);
}

// Canonical JSON

class NotPlain extends Error {}

function canonical(value) {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw new NotPlain("half a character");
      return JSON.stringify(value);
    case "number":
      if (!Number.isSafeInteger(value)) throw new NotPlain("not a small integer");
      return String(value);
    case "boolean":
      return String(value);
  }
  if (value === null) return "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).sort();
  if (keys.some((key) => /[^\x00-\x7f]/.test(key))) throw new NotPlain("a key that is not ASCII");
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const bytesOf = (value) => Buffer.from(canonical(value));

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isInteger = (value) => Number.isSafeInteger(value);
const isText = (value) => typeof value === "string";

const KINDS = {
  array: Array.isArray,
  author: (value) => isInteger(value) || isText(value),
  any: (value) => value !== undefined,
  integer: isInteger,
  object: isObject,
  text: isText,
  true: (value) => value === true,
};

function hasExactly(value, shape) {
  const names = Object.keys(shape);
  return (
    isObject(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => Object.hasOwn(value, name) && KINDS[shape[name]](value[name]))
  );
}

const HEADER = {
  checkpoints: "array", components: "object", digest: "text", fairtable: "integer", game: "text",
  keys: "array", match: "text", options: "object", rules: "integer", seats: "integer",
};
const LINE = {
  at: "text", by: "author", data: "object", match: "text", prev: "text", type: "text", version: "integer",
};
const OPENING = { field: "text", salt: "text", value: "any", version: "integer" };
const ERASURE = { erased: "true", field: "text", version: "integer" };
const SHUFFLE = { label: "text", n: "integer", of: "array", result: "any" };
const PICK = { below: "integer", label: "text", n: "integer", result: "any" };

// Reading

class Reader {
  constructor(content) {
    this.header = null;
    this.events = [];
    this.findings = [];
    this.stopped = false;
    const lines = [];
    let start = 0;
    for (let end; (end = content.indexOf(10, start)) >= 0; start = end + 1) lines.push(content.subarray(start, end));
    const isCut = start < content.length;
    const header = this.parse(lines[0] ?? Buffer.alloc(0), "malformed-file", 0, (value) => hasExactly(value, HEADER));
    if (header === null) return;
    if (header.fairtable !== 1 || ![...header.keys, ...header.checkpoints].every(isText)) {
      this.stop("malformed-file", 0);
      return;
    }
    this.header = header;
    for (const raw of lines.slice(1)) {
      if (raw.subarray(0, 10).toString("latin1") === '{"opened":') this.readOpenings(raw);
      else this.readEvent(raw);
      if (this.stopped) return;
    }
    if (isCut || this.events.length === 0) this.stop("cut-off", this.events.length + 1);
  }

  stop(code, version) {
    this.findings.push([code, version]);
    this.stopped = true;
    return null;
  }

  parse(raw, code, place, isRight) {
    let value;
    try {
      value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw));
    } catch {
      return this.stop(code, place);
    }
    if (!isRight(value)) return this.stop(code, place);
    try {
      if (!bytesOf(value).equals(raw)) this.findings.push(["not-canonical", place]);
    } catch {
      this.findings.push(["not-canonical", place]);
      return this.stop(code, place);
    }
    return value;
  }

  readEvent(raw) {
    const place = this.events.length + 1;
    const line = this.parse(raw, "broken-line", place, (value) => hasExactly(value, LINE));
    if (line !== null) {
      this.events.push({ ...line, place, leaf: sha256(Buffer.from([0]), raw), openings: [] });
    }
  }

  readOpenings(raw) {
    const place = this.events.length;
    const isRight = (value) =>
      hasExactly(value, { opened: "array" }) &&
      value.opened.every((opening) => hasExactly(opening, OPENING) || hasExactly(opening, ERASURE));
    const parsed = this.parse(raw, "malformed-openings", place, isRight);
    if (parsed === null) return;
    const event = this.events.at(-1);
    if (event === undefined || event.openings.length > 0) this.stop("malformed-openings", place);
    else event.openings = parsed.opened;
  }
}

const isEnd = (event) => event.type === "match.MatchEnded" || event.type === "match.MatchAborted";

// Checks. `found` takes a code and the place of what is wrong.

function checkHeader(header, events, found) {
  const created = events[0].data;
  if (header.match !== events[0].match) found("header-mismatch", 0);
  for (const name of ["game", "rules", "seats", "options", "digest"]) {
    if (created[name] === undefined || canonical(header[name]) !== canonical(created[name])) found("header-mismatch", 0);
  }
  if (header.components.set !== created.components) found("components-mismatch", 0);
  if (sha256(bytesOf(header.components)).toString("hex") !== header.digest) found("components-mismatch", 0);
}

const DATE = "\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])";
const TIME = new RegExp(`^${DATE}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$`);

function checkOrder(events, found) {
  let before = null;
  let isOver = false;
  for (const event of events) {
    if (event.version !== (before?.version ?? 0) + 1) found("version-gap", event.place);
    if (event.match !== events[0].match) found("wrong-match", event.place);
    if (event.prev !== (before?.leaf.toString("hex") ?? "0".repeat(64))) found("chain-broken", event.place);
    if (event.at !== before?.at && !TIME.test(event.at)) found("malformed-time", event.place);
    if (before !== null && event.at < before.at) found("time-reversed", event.place);
    if ((event.type === "match.MatchCreated") !== (before === null)) found("misplaced-start", event.place);
    if (isOver) found("event-after-end", event.place);
    if (before !== null && !startsCommand(event)) {
      if (event.by !== before.by) found("wrong-author", event.place);
      if (event.at !== before.at) found("wrong-time", event.place);
    }
    isOver ||= isEnd(event);
    before = event;
  }
}

const startsCommand = (event) => event.type.startsWith("match.") && Object.hasOwn(event.data, "command");

class Table {
  // Who sits where, who has given entropy, and what they committed to.
  constructor(match, seats) {
    this.match = match;
    this.seats = seats;
    this.players = new Map(); // seat -> { isPerson, commitment }
    this.ready = new Map(); // seat -> entropy
    this.isStarted = false;
  }

  apply(event, found) {
    const place = event.place;
    const seat = isInteger(event.data.seat) ? event.data.seat : -1;
    const player = this.players.get(seat);
    const isFixed = this.ready.size > 0 || this.isStarted;
    switch (event.type) {
      case "match.SeatTaken":
        if (isFixed) found("entropy-out-of-order", place);
        if (player !== undefined) found("entropy-out-of-order", place);
        this.players.set(seat, {
          isPerson: !Object.hasOwn(event.data, "bot"),
          commitment: event.data.entropy_commitment,
        });
        break;
      case "match.SeatLeft":
        if (isFixed) found("entropy-out-of-order", place);
        this.players.delete(seat);
        break;
      case "match.SeatReady":
        if (this.players.size !== this.seats) found("entropy-out-of-order", place);
        if (this.isStarted || this.ready.has(seat)) found("entropy-out-of-order", place);
        if (!this.isCommitted(seat, event.data.entropy, player?.commitment)) found("entropy-mismatch", place);
        this.ready.set(seat, fromHex(event.data.entropy) ?? Buffer.alloc(0));
        break;
      case "match.MatchStarted":
        if (this.isStarted || this.persons().some((person) => !this.ready.has(person))) {
          found("entropy-out-of-order", place);
        }
        this.isStarted = true;
        break;
      case "match.MoveMade":
        if (event.by !== "server" && !(player?.isPerson && event.by === seat)) found("wrong-author", place);
        break;
      case "match.SeatResigned":
      case "match.SeatHandedToBot":
        this.players.set(seat, { ...player, isPerson: false });
        break;
    }
  }

  persons() {
    return [...this.players].filter(([, player]) => player.isPerson).map(([seat]) => seat);
  }

  isCommitted(seat, entropy, commitment) {
    const bytes = fromHex(entropy);
    if (bytes === null) return false;
    return sha256(lp("fairtable/entropy/1"), lp(this.match), u32(seat), bytes).toString("hex") === commitment;
  }

  chanceKey(secret) {
    const seats = [...this.ready.keys()].sort((a, b) => a - b);
    return hmac(secret, lp("fairtable/chance/1"), lp(this.match), ...seats.map((seat) => this.ready.get(seat)));
  }
}

function* seals(value, path = []) {
  if (Array.isArray(value)) {
    for (const inner of value) yield* seals(inner, [...path, null]);
  } else if (isObject(value)) {
    if (Object.keys(value).join() === "sealed") yield [path, value.sealed];
    else for (const key of Object.keys(value)) yield* seals(value[key], [...path, key.includes(".") ? null : key]);
  }
}

const isTextField = (field) => field.split(".").at(-1) === "text";

function checkOpenings(event, match, secret, mustBeOpen, found) {
  const place = event.place;
  const sealed = new Map();
  let isMalformed = false;
  for (const [path, hash] of seals(event.data)) {
    if (path.includes(null) || fromHex(hash) === null) isMalformed = true;
    sealed.set(path.map((key) => key ?? "*").join("."), hash);
  }
  if (isMalformed) found("malformed-seal", place);
  const opened = event.openings.map((opening) => opening.field);
  if (mustBeOpen && [...sealed.keys()].some((path) => !opened.includes(path))) found("opening-missing", place);
  for (const { field, salt, value, version, erased } of event.openings) {
    const isKnown = sealed.has(field) && version === event.version;
    if (!isKnown) found("opening-unknown", place);
    if (opened.filter((other) => other === field).length > 1) found("opening-repeated", place);
    if (erased) {
      if (!isTextField(field)) found("erased-secret", place);
      continue;
    }
    const grain = fromHex(salt);
    const head = [lp("fairtable/sealed/1"), lp(match), u32(event.version), lp(field), lp(grain ?? "")];
    if (isKnown && sha256(...head, lp(bytesOf(value))).toString("hex") !== sealed.get(field)) {
      found("opening-mismatch", place);
    }
    if (secret !== null && !isTextField(field)) {
      const derived = hmac(hmac(secret, Buffer.from("fairtable/salt/1")), u32(event.version), lp(field));
      if (grain === null || !derived.equals(grain)) found("salt-mismatch", place);
    }
  }
}

class Stream {
  constructor(key, label, n) {
    this.key = hmac(key, lp(label), u32(n));
    this.block = 0;
    this.words = [];
  }

  word() {
    if (this.words.length === 0) {
      const bytes = hmac(this.key, u64(this.block++));
      for (let i = 0; i < 32; i += 4) this.words.push(bytes.readUInt32BE(i));
    }
    return this.words.shift();
  }

  below(limit) {
    const bound = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      const word = this.word();
      if (word < bound) return word % limit;
    }
  }

  shuffle(items) {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }
}

function checkDraws(events, key, found) {
  const counts = new Map();
  for (const event of events) {
    const n = (counts.get(event.type) ?? 0) + 1;
    counts.set(event.type, n);
    const name = event.type.slice(event.type.indexOf(".") + 1);
    for (const { value } of event.openings.filter((opening) => opening.field === "draws")) {
      const draws = Array.isArray(value) && value.length > 0 ? value : [null];
      draws.forEach((draw, index) => {
        const label = index === 0 ? name : `${name}/${index + 1}`;
        if (!isDraw(draw) || draw.label !== label || draw.n !== n) {
          found("draw-mismatch", event.place);
          return;
        }
        const stream = new Stream(key, draw.label, draw.n);
        const due = draw.of === undefined ? stream.below(draw.below) : stream.shuffle(draw.of);
        if (canonical(due) !== canonical(draw.result)) found("draw-mismatch", event.place);
      });
    }
  }
}

const isDraw = (draw) =>
  hasExactly(draw, SHUFFLE) || (hasExactly(draw, PICK) && draw.below >= 1 && draw.below <= 2 ** 32);

// Checkpoints

function root(leaves) {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0];
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(Buffer.from([1]), root(leaves.slice(0, split)), root(leaves.slice(split)));
}

function readKey(vkey) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(vkey) ?? [];
  if (name === undefined) return null;
  const typed = fromBase64(encoded);
  const ownId = sha256(Buffer.from(`${name}\n`), typed).subarray(0, 4).toString("hex");
  if (typed.length !== 33 || typed[0] !== 1 || ownId !== id) return null;
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), typed.subarray(1)]);
  return { name, id, key: crypto.createPublicKey({ key: der, format: "der", type: "spki" }) };
}

const NOTE = /^((\S+)\n(0|[1-9][0-9]{0,14})\n([0-9A-Za-z+/]{43}=)\n)\n((?:— \S+ [0-9A-Za-z+/]+=*\n)+)$/;

function checkCheckpoints(events, match, notes, vkeys, found) {
  const keys = [];
  for (const vkey of vkeys) {
    const key = readKey(vkey);
    if (key === null) found("malformed-key", 0);
    else keys.push(key);
  }
  const signed = new Map(); // size -> roots
  for (const note of notes) {
    const parsed = NOTE.exec(note);
    if (parsed === null) {
      found("malformed-checkpoint", 0);
      continue;
    }
    const [, text, origin, size, encodedRoot, signatures] = parsed;
    const signers = [];
    let isForged = false;
    for (const line of signatures.trimEnd().split("\n")) {
      const [, name, encoded] = line.split(" ");
      const blob = fromBase64(encoded);
      const id = blob.subarray(0, 4).toString("hex");
      const known = keys.find((key) => key.name === name && key.id === id);
      if (known === undefined) continue;
      signers.push(`${name}/match/${match}`);
      isForged ||= !crypto.verify(null, Buffer.from(text), known.key, blob.subarray(4));
    }
    if (signers.length === 0) found("unknown-signer", 0);
    if (isForged) found("forged-signature", 0);
    if (signers.length > 0 && !signers.includes(origin)) found("wrong-origin", 0);
    if (signers.includes(origin) && !isForged) {
      if (!signed.has(Number(size))) signed.set(Number(size), new Set());
      signed.get(Number(size)).add(encodedRoot);
    }
  }
  const leaves = events.map((event) => event.leaf);
  let proven = 0;
  for (const size of [...signed.keys()].sort((a, b) => a - b)) {
    const roots = signed.get(size);
    const isCut = size > leaves.length;
    const isSame = !isCut && roots.size === 1 && roots.has(root(leaves.slice(0, size)).toString("base64"));
    const place = isCut ? leaves.length + 1 : proven + 1;
    if (roots.size > 1) found("history-split", place);
    if (isCut) found("history-cut", place);
    else if (!isSame) found("history-rewritten", place);
    if (isSame) proven = size;
  }
}

// All together

export function verify(content, notes = [], vkeys = []) {
  const { header, events, findings } = new Reader(content);
  const found = (code, version) => findings.push([code, version]);
  if (events.length > 0) {
    const { match } = events[0];
    const isOver = isEnd(events.at(-1));
    let secret = isOver ? fromHex(events.at(-1).data.secret) : null;
    if (isOver) {
      const commitment = sha256(lp("fairtable/secret/1"), lp(match), secret ?? Buffer.alloc(0)).toString("hex");
      if (commitment !== events[0].data.commitment) {
        found("secret-mismatch", events.length);
        secret = null;
      }
    }
    checkHeader(header, events, found);
    checkOrder(events, found);
    const table = new Table(match, header.seats);
    for (const event of events) table.apply(event, found);
    for (const event of events) checkOpenings(event, match, secret, isOver, found);
    if (secret !== null) checkDraws(events, table.chanceKey(secret), found);
    checkCheckpoints(events, match, [...header.checkpoints, ...notes], vkeys.length ? vkeys : header.keys, found);
  }
  return findings.sort(([, a], [, b]) => a - b);
}

export function readNotes(text) {
  let notes = text;
  if (text.startsWith("{")) {
    const answer = JSON.parse(text);
    notes = answer.receipt ?? answer.checkpoint;
  }
  return notes.trim().split(/\n+(?=\S+\n\d+\n)/).map((note) => `${note}\n`);
}

function main() {
  const given = process.argv.slice(2);
  const vkeys = given.filter((word) => word.startsWith("--key=")).map((word) => word.slice(6));
  const [file, ...receipts] = given.filter((word) => !word.startsWith("--"));
  try {
    const notes = receipts.flatMap((path) => readNotes(fs.readFileSync(path, "utf8")));
    const findings = verify(fs.readFileSync(file), notes, vkeys);
    for (const [code, version] of findings) console.log(`${version ? `event ${version}` : "the file"}: ${code}`);
    if (findings.length === 0) console.log("nothing wrong was found");
    return findings.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(`cannot check: ${error.message}`);
    return 2;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) process.exit(main());
