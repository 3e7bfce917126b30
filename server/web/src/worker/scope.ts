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

export interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}

export interface NotificationEvent extends WorkerEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

interface WindowClient {
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface Clients {
  matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
  openWindow(address: string): Promise<unknown>;
}

/** The options of a notification, of which TypeScript lacks one. */
type Options = NotificationOptions & { renotify?: boolean };

export interface WorkerScope {
  readonly clients: Clients;
  readonly registration: { showNotification(title: string, options: Options): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", on: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", on: (event: FetchEvent) => void): void;
  addEventListener(type: "push", on: (event: PushEvent) => void): void;
  addEventListener(type: "notificationclick", on: (event: NotificationEvent) => void): void;
  addEventListener(type: "message", on: (event: MessageEvent) => void): void;
}
