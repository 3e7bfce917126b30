// One connection to a room. It opens, says hello, and reconnects when it is lost or when
// `line-watch` takes it for dead. Requests return promises of their answers. Actions and some
// requests survive the connection: its owner judges when to send them again. This module does not
// know what messages mean.
import type { ClientMessageBodies, ServerMessage, ServerMessageBodies, Welcome } from "./protocol.ts";
import { MINOR_VERSION } from "./protocol.ts";
import { type Moment, type Verdict, isKept } from "./again.ts";
import { type Health, LineWatch, type Output } from "./line-watch.ts";
import { Refusal } from "./refusal.ts";
import type { Settings, Socket } from "./socket.ts";
import { Addresses, Close, Waits } from "./waits.ts";

export { Refusal } from "./refusal.ts";
export type { Sentences, Settings, Socket, SocketClass } from "./socket.ts";

/** The state of the connection that a player should see at all times. */
export type Standing = "connecting" | "open" | "lost" | "replaced" | "closing" | "moving";

export type Requests = {
  [K in keyof ClientMessageBodies as "request" extends keyof ClientMessageBodies[K] ? K : never]: Omit<
    ClientMessageBodies[K],
    "request"
  >;
};
type Answers = { [K in keyof ServerMessageBodies]: ServerMessageBodies[K] };
export type Answer = Partial<Answers>;

/** Messages with an action id, by which the server knows one that is sent again. */
type Actions = Pick<ClientMessageBodies, "Act" | "Discard" | "MakeGesture">;

export interface Listener {
  /** The hello was answered: log in, and watch again. */
  opened(welcome: Welcome): void;
  /** Called with every message, in order. `frameEnded` follows the last message of a frame. */
  message(message: ServerMessage): void;
  frameEnded(): void;
  /** Called when the standing, the health, a request or what is being sent has changed. */
  changed(): void;
  /** Shows the player that a request was carried out, or why it was refused. */
  show(text: string, refused: boolean): void;
  /**
   * Called when no address let the client in, with how often that happened in a row, and the last
   * error.
   */
  failed?(times: number, error: string): void;
}

/** The state of a socket over which messages can be sent. */
const OPEN = 1;
/** How long an attempt may take if there are other addresses. */
const OTHERS_WAIT_MS = 2_000;
/** How long an action or a kept request waits for a new connection. */
const KEEP_MS = 60_000;
/** How long after a login the server's views may take. Requests that no view was for end then. */
const VIEWS_MS = 5_000;
/** The code of a connection that was lost without a close message. */
const ABNORMAL = 1006;

/** A request or an action without an answer. */
interface Waiting {
  name: keyof ClientMessageBodies;
  body: { table?: number; action_id?: number; tournament?: number; deal?: number };
  made: number;
  /** What a kept request depended on when it was made. */
  then: Moment | null;
  /** The number of the connection on which it was sent. 0 before. */
  sentOn: number;
  resolve(answer: Answer): void;
  reject(refusal: Refusal): void;
}

export class Connection {
  standing: Standing = "connecting";
  /** The room said that it closes. A welcome ends that, and a closing room then says it again. */
  closing = false;
  /** The room cannot store anything. A welcome ends that, and such a room then says it again. */
  storingFails = false;
  /** The round-trip time in milliseconds. Null before the first pong. */
  latency: number | null = null;
  private socket: Socket | null = null;
  private waiting = new Map<number, Waiting>();
  private lastRequest = 0;
  private readonly waits = new Waits();
  private readonly addresses: Addresses;
  /** How often in a row no address let the client in. */
  private failures = 0;
  private error = "";
  private isClosed = false;
  /** Another machine takes the room over. A welcome ends that, and so does the time of short waits. */
  private moving = false;
  private pingSent = 0;
  /** The number of connections that the server has welcomed. */
  private welcomes = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private watchTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly watch = new LineWatch();
  /** What the player was last shown of the line. */
  private shown = "";

  private readonly settings: Settings;
  private readonly listener: Listener;

  constructor(settings: Settings, listener: Listener) {
    this.settings = settings;
    this.addresses = new Addresses(settings.url);
    this.listener = listener;
  }

  /** What a player should know about an open connection. */
  get health(): Health {
    return this.watch.health(performance.now());
  }
  /** Returns whether an action or a request at a table is slow enough to tell the player. */
  isSending(table: number): boolean {
    const now = performance.now();
    return [...this.waiting].some(([id, { body }]) => body.table === table && this.watch.isSlow(now, id));
  }
  /** Returns the id of the action at a table that has no answer yet. */
  actionAt(table: number): number | null {
    return [...this.waiting.values()].find(({ body }) => body.table === table && body.action_id !== undefined)?.body.action_id ?? null;
  }
  /** Sets whether the player has a seat and so relies on the connection. */
  sits(seated: boolean): void {
    if (this.watch.sits(seated)) this.look();
  }

  /** The address that is tried, or over which the connection is open. */
  get address(): string {
    return this.addresses.current;
  }

  open(): void {
    this.isClosed = false;
    clearTimeout(this.retryTimer);
    this.drop();
    // A page that has lost its connection says so until it has another.
    if (!this.isGone) this.stand("connecting");
    const Class = this.settings.WebSocket ?? WebSocket;
    const socket: Socket = new Class(this.addresses.current, "cardroom.v1.json");
    this.socket = socket;
    this.watch.opening(performance.now(), this.addresses.several ? OTHERS_WAIT_MS : undefined);
    socket.onopen = () => this.tell("Hello", { minor: MINOR_VERSION, client: this.settings.client });
    socket.onmessage = ({ data }: { data: unknown }) => this.frame(String(data));
    socket.onclose = ({ code }: { code: number }) => this.socket === socket && this.lost(code);
    socket.onerror = ({ message }: { message?: string }) => (this.error = message ?? "");
    this.look();
  }

  /** Closes the connection for good. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
    this.drop();
    this.watch.closed();
    for (const [id, waiting] of this.waiting) this.end(id, waiting, false);
    this.look();
  }

  /** Sets whether the line is tested, as it must not be in a match. */
  relies(tests: boolean): void {
    this.watch.relies(tests);
    this.look();
  }

  /** Closes the connection, which then reconnects. */
  again(): void {
    this.socket?.close();
  }

  /** Sends a message without an id. */
  private tell<K extends keyof ClientMessageBodies>(name: K, body: ClientMessageBodies[K]): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify([{ [name]: body }]));
    this.watch.sent(performance.now());
    return true;
  }

  /** Sends an action. If there is no connection, it waits for the next one. */
  act<K extends keyof Actions>(name: K, body: Actions[K]): void {
    const nobody = (): void => undefined;
    this.send(++this.lastRequest, { name, body, made: performance.now(), then: null, sentOn: 0, resolve: nobody, reject: nobody });
  }

  /**
   * Sends a link to the opening of a deal. It belongs to this connection, and so it is never sent
   * again on another.
   */
  lend(link: ClientMessageBodies["LendLink"]): void {
    this.tell("LendLink", link);
  }

  /**
   * Sends a request. The promise resolves with its answer, or rejects with a `Refusal`. A request
   * that `again.ts` keeps waits for a new connection if this one is lost, with the moment that it
   * was for.
   */
  ask<K extends keyof Requests>(name: K, body: Requests[K], then: Moment | null = null): Promise<Answer> {
    const request = ++this.lastRequest;
    const whole = { request, ...body };
    const keeps = isKept(name) && then !== null;
    if (!keeps && this.socket?.readyState !== OPEN) return Promise.reject(new Refusal("busy", this.settings.sentences.noConnection()));
    return new Promise((resolve, reject) => {
      this.send(request, { name, body: whole as Waiting["body"], made: performance.now(), then: keeps ? then : null, sentOn: 0, resolve, reject });
    });
  }

  /**
   * Sends a request, and shows the player `done` or the reason for a refusal. Returns null if
   * refused.
   */
  async try<K extends keyof Requests>(name: K, body: Requests[K], done: string | null = null, then: Moment | null = null): Promise<Answer | null> {
    try {
      const answer = await this.ask(name, body, then);
      if (done) this.listener.show(done, false);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.listener.show(error.message, true);
      return null;
    } finally {
      this.listener.changed();
    }
  }

  private send(id: number, waiting: Waiting): void {
    // Before the login only the requests that belong to no seat may go.
    const mayGo = this.standing === "open" || !survives(waiting);
    if (mayGo && this.tell(waiting.name, waiting.body as never)) waiting.sentOn = this.welcomes;
    this.waiting.set(id, waiting);
    if (survives(waiting)) this.watch.asked(performance.now(), id);
    this.look();
  }

  /**
   * Judges what an earlier connection left without an answer, now that the server has sent what it
   * depends on. A verdict of null leaves it waiting.
   */
  judge(verdict: (name: keyof ClientMessageBodies, body: Waiting["body"], then: Moment | null) => Verdict | null): void {
    for (const [id, waiting] of this.waiting) {
      if (waiting.sentOn === this.welcomes || !survives(waiting)) continue;
      const judged = verdict(waiting.name, waiting.body, waiting.then);
      if (judged === "send") this.send(id, waiting);
      else if (judged) this.end(id, waiting, judged === "done");
    }
    this.look();
  }

  /** Gives up what was left from before this login and no view of the server was for. */
  giveUpLater(): void {
    const [welcome, login] = [this.welcomes, performance.now()];
    setTimeout(() => {
      if (welcome !== this.welcomes) return;
      for (const [id, waiting] of this.waiting) if (waiting.sentOn !== welcome && waiting.made < login) this.end(id, waiting, false);
      this.look();
    }, VIEWS_MS);
  }

  private end(id: number, waiting: Waiting, done: boolean): void {
    this.waiting.delete(id);
    this.watch.settled(id);
    if (done) waiting.resolve({});
    else waiting.reject(new Refusal("busy", this.settings.sentences.noAnswer()));
  }

  private frame(text: string): void {
    this.watch.heard(performance.now());
    for (const message of JSON.parse(text) as ServerMessage[]) {
      if ("Welcome" in message) this.welcomed(message.Welcome);
      if ("RoomClosing" in message) this.closing = true;
      if ("StoringFails" in message) this.storingFails = message.StoringFails.failing;
      if ("Pong" in message) {
        this.latency = Math.round(performance.now() - this.pingSent);
        this.watch.ponged();
      }
      this.settle(message);
      this.listener.message(message);
    }
    this.look();
    this.listener.frameEnded();
  }

  private welcomed(welcome: Welcome): void {
    this.waits.welcomed();
    this.addresses.letIn();
    this.failures = 0;
    this.closing = false;
    this.moving = false;
    this.storingFails = false;
    this.welcomes += 1;
    this.stand("open");
    this.carryOut(this.watch.welcomed(performance.now(), welcome.idle_timeout_ms || Infinity));
    this.listener.opened(welcome);
  }

  private carryOut(outputs: Output[]): void {
    for (const output of outputs) {
      if (output === "replace") this.replace();
      else {
        this.pingSent = performance.now();
        this.tell("Ping", { nonce: 0 });
      }
    }
  }

  /** Asks the watch what is due, sets its timer, and shows what has changed. */
  private look(): void {
    clearTimeout(this.watchTimer);
    const now = performance.now();
    this.carryOut(this.watch.tick(now));
    const next = this.watch.next(performance.now());
    clearTimeout(this.watchTimer);
    if (next !== null) this.watchTimer = setTimeout(() => this.look(), Math.max(1, Math.ceil(next - performance.now())));
    const slow = [...this.waiting.keys()].filter((id) => this.watch.isSlow(now, id));
    const shown = `${this.watch.health(now)} ${slow.join()}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.listener.changed();
  }

  /**
   * Pings at once, or opens the next connection at once. Call it after the device slept or changed
   * networks.
   */
  suspect(): void {
    if (this.isClosed) return;
    if (this.isGone) return this.open();
    this.carryOut(this.watch.suspected(performance.now()));
    this.look();
  }

  /**
   * Gives up a connection on which the server no longer answers. One that was open gets a new one
   * at once.
   */
  private replace(): void {
    const wasOpen = this.standing === "open";
    this.drop();
    this.lost(ABNORMAL, true);
    if (wasOpen) this.open();
  }

  private drop(): void {
    const { socket } = this;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.onerror = () => undefined;
    socket.close();
    this.socket = null;
  }

  private settle(message: ServerMessage): void {
    const [body] = Object.values(message) as { request?: number; last?: boolean; table?: number; action_id?: number }[];
    if ("ActionAccepted" in message || "ActionRefused" in message) {
      for (const [id, waiting] of this.waiting) {
        if (waiting.body.action_id === body?.action_id && waiting.body.table === body?.table) this.end(id, waiting, true);
      }
    }
    if (body?.request === undefined || body.last === false) return;
    this.watch.settled(body.request);
    // A buy-in that waits for the host is answered later.
    if ("BuyInWaits" in message) return;
    const waiting = this.waiting.get(body.request);
    this.waiting.delete(body.request);
    if ("Refused" in message) {
      const { code, message: sentence } = message.Refused;
      waiting?.reject(new Refusal(code, this.settings.sentences.refusal(code, sentence), sentence));
    } else waiting?.resolve(message as Answer);
  }

  private lost(code: number, isSilent = false): void {
    clearTimeout(this.retryTimer);
    this.latency = null;
    this.watch.closed();
    const now = performance.now();
    const isOver = (waiting: Waiting): boolean => code === Close.replaced || !survives(waiting) || now >= waiting.made + KEEP_MS;
    for (const [id, waiting] of this.waiting) if (isOver(waiting)) this.end(id, waiting, false);
    if (code === Close.replaced) return this.stand("replaced");
    const wasOpen = this.standing === "open";
    if (wasOpen || code === Close.moved) this.waits.lost(now);
    this.moving = code === Close.moved || (this.moving && this.waits.isSoon(now));
    this.closing ||= code === Close.shuttingDown;
    this.stand(this.moving ? "moving" : this.closing ? "closing" : "lost");
    this.look();
    // Where a room closes, moves or falls silent, another machine may open it.
    const isNext = !wasOpen || isSilent || code === Close.shuttingDown || code === Close.moved;
    const isRoundOver = (isNext && this.addresses.failed()) || wasOpen;
    if (!wasOpen && isRoundOver) this.listener.failed?.(++this.failures, this.error);
    if (this.isClosed) return;
    const wait = isRoundOver ? this.waits.next(now, code, Math.random()) : 0;
    this.retryTimer = setTimeout(() => this.open(), wait);
  }

  /** Whether a connection was lost so recently that another machine may be taking over. */
  get isSoonAfterLoss(): boolean {
    return this.waits.isSoon(performance.now());
  }

  /** Whether a connection was lost, and no other one is open since. */
  private get isGone(): boolean {
    return this.standing === "lost" || this.standing === "closing" || this.standing === "moving";
  }

  private stand(standing: Standing): void {
    this.standing = standing;
    this.listener.changed();
  }
}

/** Whether a request waits for a new connection when this one is lost. */
const survives = ({ then, body }: Waiting): boolean => then !== null || body.action_id !== undefined;
