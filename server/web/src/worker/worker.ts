// The service worker. It keeps the files of the page as they were built, so that the page opens at
// once, and an open page still finds its scripts after the room was updated. It keeps nothing of
// the room: no message, no hand, no answer of the server.
//
// A new version waits until the player asks for it, or until no page is open any more.
import { open, show } from "./notices";
import type { WorkerScope } from "./scope";

declare const self: WorkerScope;

/** Every file of this build, and a hash over all of them. The build writes both (`vite.config.ts`). */
declare const BUILT_FILES: string[];
declare const BUILT_VERSION: string;

const PREFIX = "cardroom-";
const CACHE = `${PREFIX}${BUILT_VERSION}`;
const files = new Set(BUILT_FILES);

/** Returns the built file that a path of this origin shows, if it shows one. */
const fileAt = (path: string, isPage: boolean): string | null => {
  const file = isPage && (path.startsWith("/replay/") || path === "/verify") ? "/" : path;
  return files.has(file) ? file : null;
};

/** Returns a file of this version, from the previous version's cache if its name says that it is the same. */
const fresh = async (file: string): Promise<Response> => {
  const known = file.startsWith("/assets/") ? await caches.match(file, { ignoreVary: true }) : undefined;
  const answer = known ?? (await fetch(file, { cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  return answer;
};

const install = async (): Promise<void> => {
  const cache = await caches.open(CACHE);
  await Promise.all(BUILT_FILES.map(async (file) => cache.put(file, await fresh(file))));
};

/** Deletes the files of older versions, except the last one: a page of it may still be open in another tab. */
const tidy = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
};

/** Returns a file from this version's cache, or from another one's, or from the server. */
const kept = async (file: string, request: Request): Promise<Response> => {
  const own = await (await caches.open(CACHE)).match(file, { ignoreVary: true });
  return own ?? fetch(request);
};

/** Returns a script of the version before this one, which the server no longer has. */
const outdated = async (request: Request): Promise<Response> => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const file = fileAt(pathname, request.mode === "navigate");
  if (file !== null) event.respondWith(kept(file, request));
  else if (pathname.startsWith("/assets/")) event.respondWith(outdated(request));
});

self.addEventListener("message", ({ data }) => {
  if (data === "take-over") void self.skipWaiting();
});

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(self, event.data.json() as Parameters<typeof show>[1]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(self, String(event.notification.data)));
});
