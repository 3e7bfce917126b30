// The part of a service worker's interface that this page uses. The standard library of TypeScript
// declares it only in place of a page's own.

export interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageEvent extends WorkerEvent {
  readonly data: unknown;
}

export interface WorkerScope {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", on: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", on: (event: FetchEvent) => void): void;
  addEventListener(type: "message", on: (event: MessageEvent) => void): void;
}
