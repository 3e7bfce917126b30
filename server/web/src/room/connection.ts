// One connection to the server. It opens, says hello, keeps itself alive and reconnects when it is
// lost. Requests return promises of their answers. This module does not know what messages mean.
import type { ClientMessageBodies, ErrorCode, ServerMessage, ServerMessageBodies, Welcome } from "../protocol";
import { MINOR_VERSION } from "../protocol";
import { refusalText, t } from "../words/words";

/** The state of the connection that a player should see at all times. */
export type Standing = "connecting" | "open" | "lost" | "replaced" | "closing";

/** The reasons for a refusal that are not about the request. */
const PASSING: readonly ErrorCode[] = ["busy", "rate_limited", "internal", "shutting_down"];

/** A refused request, which changed nothing. Its message is in the player's language. */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }

  /** Whether the same request may succeed later. */
  get passes(): boolean {
    return PASSING.includes(this.code);
  }
}

type Requests = {
  [K in keyof ClientMessageBodies as "request" extends keyof ClientMessageBodies[K] ? K : never]: Omit<
    ClientMessageBodies[K],
    "request"
  >;
};
type Answers = { [K in keyof ServerMessageBodies]: ServerMessageBodies[K] };
export type Answer = Partial<Answers>;

interface Listener {
  /** The hello was answered: log in, and watch again. */
  opened(welcome: Welcome): void;
  /** Called with every message, in order. `frameEnded` follows the last message of a frame. */
  message(message: ServerMessage): void;
  frameEnded(): void;
  standingChanged(): void;
}

const REPLACED = 4010;
const SHUTTING_DOWN = 4011;
const SUSPENDED = 4031;
const CLOSING_RETRY_MS = 2_000;
const PING_EVERY_MS = 15_000;
/** How long a page that comes back waits for an answer. */
const RETURN_ANSWER_MS = 5_000;
/** The code of a connection that was lost without a close message. */
const ABNORMAL = 1006;
const SLOWEST_RETRY_MS = 8_000;

interface Waiting {
  resolve(answer: Answer): void;
  reject(refusal: Refusal): void;
}

export class Connection {
  standing: Standing = "connecting";
  /** The room said that it closes. A welcome ends that, and a closing room then says it again. */
  closing = false;
  /** The round-trip time in milliseconds. Null before the first pong. */
  latency: number | null = null;
  private socket: WebSocket | null = null;
  private waiting = new Map<number, Waiting>();
  private lastRequest = 0;
  private retryMs = 400;
  private pingSent = 0;
  private answered = true;
  private timer: number | undefined;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    // A phone that was locked or changed networks may have lost the connection unnoticed.
    addEventListener("online", () => this.check());
    document.addEventListener("visibilitychange", () => !document.hidden && this.check());
  }

  open(): void {
    clearTimeout(this.timer);
    this.stand("connecting");
    const socket = new WebSocket(this.url, "cardroom.v1.json");
    this.socket = socket;
    socket.onopen = () => this.tell("Hello", { minor: MINOR_VERSION, client: "cardroom-web/0.1" });
    socket.onmessage = ({ data }) => this.frame(String(data));
    socket.onclose = ({ code }) => this.socket === socket && this.lost(code);
  }

  /** Closes the connection, which then reconnects. */
  again(): void {
    this.socket?.close();
  }

  /** Sends a message that has an action id instead of a request id. */
  tell<K extends keyof ClientMessageBodies>(name: K, body: ClientMessageBodies[K]): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify([{ [name]: body }]));
    return true;
  }

  /** Sends a request. The promise resolves with its answer, or rejects with a `Refusal`. */
  ask<K extends keyof Requests>(name: K, body: Requests[K]): Promise<Answer> {
    const request = ++this.lastRequest;
    const whole = { request, ...body } as unknown as ClientMessageBodies[K];
    if (!this.tell(name, whole)) return Promise.reject(new Refusal("busy", t("room-no-connection")));
    return new Promise((resolve, reject) => this.waiting.set(request, { resolve, reject }));
  }

  private frame(text: string): void {
    for (const message of JSON.parse(text) as ServerMessage[]) {
      if ("Welcome" in message) this.welcomed(message.Welcome);
      if ("RoomClosing" in message) this.closing = true;
      if ("Pong" in message) {
        this.latency = Math.round(performance.now() - this.pingSent);
        this.answered = true;
      }
      this.listener.message(message);
      this.settle(message);
    }
    this.listener.frameEnded();
  }

  private welcomed(welcome: Welcome): void {
    this.retryMs = 400;
    this.closing = false;
    this.stand("open");
    this.ping();
    this.listener.opened(welcome);
  }

  private ping(answerMs = PING_EVERY_MS): void {
    clearTimeout(this.timer);
    this.pingSent = performance.now();
    this.answered = false;
    this.tell("Ping", { nonce: 0 });
    this.timer = window.setTimeout(() => (this.answered ? this.ping() : this.abandon()), answerMs);
  }

  /** Pings at once. */
  private check(): void {
    if (this.standing === "open") this.ping(RETURN_ANSWER_MS);
  }

  /** Gives up a connection on which the server no longer answers. */
  private abandon(): void {
    const { socket } = this;
    if (socket) {
      socket.onmessage = socket.onclose = null;
      socket.close();
    }
    this.lost(ABNORMAL);
  }

  private settle(message: ServerMessage): void {
    const [body] = Object.values(message) as { request?: number; last?: boolean }[];
    if (body?.request === undefined || body.last === false) return;
    const waiting = this.waiting.get(body.request);
    this.waiting.delete(body.request);
    if ("Refused" in message) {
      const { code, message: sentence } = message.Refused;
      waiting?.reject(new Refusal(code, refusalText(code, sentence)));
    } else waiting?.resolve(message as Answer);
  }

  private lost(code: number): void {
    clearTimeout(this.timer);
    this.latency = null;
    const refusal = new Refusal("busy", t("room-no-answer"));
    for (const waiting of this.waiting.values()) waiting.reject(refusal);
    this.waiting.clear();
    if (code === REPLACED) return this.stand("replaced");
    // The account stays suspended for a while, so quick retries do not help.
    if (code === SUSPENDED) this.retryMs = SLOWEST_RETRY_MS;
    this.closing ||= code === SHUTTING_DOWN;
    this.stand(this.closing ? "closing" : "lost");
    // A closing server answers a player without a seat with welcome and goodbye, again and again.
    if (code === SHUTTING_DOWN) this.retryMs = Math.max(this.retryMs, CLOSING_RETRY_MS);
    this.timer = window.setTimeout(() => this.open(), this.retryMs * (0.75 + Math.random() / 2));
    this.retryMs = Math.min(this.retryMs * 2, SLOWEST_RETRY_MS);
  }

  private stand(standing: Standing): void {
    this.standing = standing;
    this.listener.standingChanged();
  }
}
