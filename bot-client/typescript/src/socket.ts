// The outside of a connection: its socket, its address, and its sentences for people.
import type { ErrorCode } from "./protocol.ts";

/** The sentences for people about a request without an answer, or with a refusal. */
export interface Sentences {
  noConnection(): string;
  noAnswer(): string;
  /** Returns the room's own sentence, or one in another language. */
  refusal(code: ErrorCode, sentence: string): string;
}

/** The part of a WebSocket that a connection uses: that of browsers, of Node 22, or of a package. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  send(text: string): void;
  close(): void;
}

/** A class whose objects are such sockets. */
export type SocketClass = new (url: string, protocol: string) => Socket;

/** Where the room is, and what the connection says about its owner. */
export interface Settings {
  /** The address of the room, or several with commas between them. */
  url: string;
  /** The name of the program, for the room's log. */
  client: string;
  sentences: Sentences;
  /** The class of sockets; by default the one that the platform has. */
  WebSocket?: SocketClass;
}
