// Talking to the server: questions over HTTP, and a room over its socket.

/** @import * as T from "./types.js" */

/** An answer that is an error, with the server's code and words. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * @param {string} method
 * @param {string} path below `/api/v1/`
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api/v1/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError("offline", "The server does not answer.");
  }
  const text = await answer.text();
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = text;
  }
  if (!answer.ok) {
    const error = value?.error;
    throw new ApiError(error?.code ?? String(answer.status), error?.message ?? `The server answered ${answer.status}.`);
  }
  return value;
}

/** @param {string} path */
export const get = (path) => ask("GET", path);
/**
 * @param {string} path
 * @param {unknown} body
 */
export const post = (path, body) => ask("POST", path, body);
/** @param {string} path */
export const remove = (path) => ask("DELETE", path);

/**
 * What a room tells the page.
 * @typedef {object} RoomEvents
 * @property {T.Welcome} welcome
 * @property {T.State} state
 * @property {T.Thinking} thinking
 * @property {T.AnalysisMessage} analysis
 * @property {T.Thought} thought
 * @property {T.Presence} presence
 * @property {T.Problem} error
 * @property {"connecting" | "open" | "lost" | "closed"} connection
 */

const PING_EVERY = 10_000;
const PONG_WITHIN = 8_000;

/**
 * A room, as one or several seats of this client see it. A seat is the tokens of one side; the
 * socket sits on one seat at a time (`sit`), which is what a hot seat needs. The connection is
 * made again, with growing pauses, until `close`.
 */
export class Room {
  /** @type {T.Welcome | null} */ welcome = null;
  /** @type {T.State | null} */ state = null;
  /** @type {RoomEvents["connection"]} */ connection = "connecting";
  /** When the next try begins, in milliseconds since the epoch. */
  retryAt = 0;
  seat = 0;

  /** @type {WebSocket | null} */ #socket = null;
  /** @type {Map<string, Set<(value: any) => void>>} */ #listeners = new Map();
  #tries = 0;
  #closed = false;
  #watching = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #retry;
  /** @type {ReturnType<typeof setInterval> | undefined} */ #pinging;
  #ping = 0;
  #pong = 0;

  /**
   * @param {string} id
   * @param {string[][]} seats the tokens of each seat; none for a spectator
   */
  constructor(id, seats = []) {
    this.id = id;
    this.seats = seats;
    addEventListener("online", () => this.reconnect());
  }

  /**
   * @template {keyof RoomEvents} K
   * @param {K} type
   * @param {(value: RoomEvents[K]) => void} listener
   */
  on(type, listener) {
    const all = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, all.add(listener));
    return this;
  }

  /**
   * @template {keyof RoomEvents} K
   * @param {K} type
   * @param {RoomEvents[K]} value
   */
  #emit(type, value) {
    for (const listener of this.#listeners.get(type) ?? []) listener(value);
  }

  /** @param {RoomEvents["connection"]} connection */
  #become(connection) {
    this.connection = connection;
    this.#emit("connection", connection);
  }

  connect() {
    clearTimeout(this.#retry);
    this.#become("connecting");
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/rooms/${this.id}/socket`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.send({ type: "join", protocol: 1, tokens: this.seats[this.seat] ?? [] });
      if (this.#watching) this.send({ type: "watch", on: true });
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(event.data);
    });
    socket.addEventListener("close", () => {
      if (socket === this.#socket) this.#lost();
    });
    return this;
  }

  /** @param {string} text */
  #receive(text) {
    const { type, ...message } = JSON.parse(text);
    switch (type) {
      case "welcome":
        this.welcome = message;
        this.#tries = 0;
        this.#keepAlive();
        this.#become("open");
        break;
      case "state":
        this.state = message;
        break;
      case "pong":
        this.#pong = message.n;
        return;
      case "error":
        if (message.fatal) this.close();
        break;
    }
    this.#emit(type, message);
  }

  #keepAlive() {
    clearInterval(this.#pinging);
    this.#pinging = setInterval(() => {
      const n = ++this.#ping;
      this.send({ type: "ping", n });
      const socket = this.#socket;
      setTimeout(() => {
        if (socket === this.#socket && this.#pong < n && this.connection === "open") this.#lost();
      }, PONG_WITHIN);
    }, PING_EVERY);
  }

  #lost() {
    clearInterval(this.#pinging);
    this.#socket?.close();
    this.#socket = null;
    if (this.#closed) return;
    const pause = Math.min(8000, 250 * 2 ** this.#tries) * (0.75 + 0.5 * Math.random());
    this.#tries += 1;
    this.retryAt = Date.now() + pause;
    this.#retry = setTimeout(() => this.connect(), pause);
    this.#become("lost");
  }

  /** Tries again now, if the connection is lost. */
  reconnect() {
    if (this.connection === "lost") this.connect();
  }

  /**
   * Moves to another seat of this client.
   * @param {number} seat
   */
  sit(seat) {
    if (seat === this.seat && this.connection === "open") return;
    this.seat = seat;
    const old = this.#socket;
    this.#socket = null;
    old?.close();
    clearInterval(this.#pinging);
    this.connect();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pinging);
    this.#socket?.close();
    this.#become("closed");
  }

  /** @param {{type: string, [field: string]: unknown}} message */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  get turn() {
    return this.state?.turn ?? 0;
  }

  /**
   * @param {number} player
   * @param {string} move the move's `text`
   */
  play(player, move) {
    return this.send({ type: "play", turn: this.turn, player, move });
  }
  undo() {
    return this.send({ type: "undo", turn: this.turn });
  }
  /** @param {string} [agent] */
  hint(agent) {
    return this.send(agent ? { type: "hint", turn: this.turn, agent } : { type: "hint", turn: this.turn });
  }
  stop() {
    return this.send({ type: "stop", turn: this.turn });
  }
  resign() {
    return this.send({ type: "resign", turn: this.turn });
  }
  /** @param {boolean} on */
  pause(on) {
    return this.send({ type: "pause", on });
  }
  /**
   * Remembered over a lost connection.
   * @param {boolean} on
   */
  watch(on) {
    if (on === this.#watching) return true;
    this.#watching = on;
    return this.send({ type: "watch", on });
  }
  /** @param {string} [agent] */
  review(agent) {
    return this.send(agent ? { type: "review", agent } : { type: "review" });
  }
}
