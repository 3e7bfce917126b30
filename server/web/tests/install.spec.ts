// The installed page: its manifest, its service worker, a new version that waits for a click, and
// what a phone does at the table. The server's own program serves the page here, because a service
// worker's requests pass by the routes of a test.
import { existsSync } from "node:fs";
import { type Browser, type Page, chromium } from "@playwright/test";
import { type Front, frontOf } from "./front";
import { type PushService, pushService, subscribesAt } from "./push-service";
import { acting, comeIn, expect, leave, myTurn, sitAt, test } from "./room";
import { look } from "./sizes";

const installed = test.extend<{ front: Front; app: Page }>({
  front: async ({ room }, use) => {
    const front = await frontOf(room.url);
    await use(front);
    await front.close();
  },
  app: async ({ browser, front }: { browser: Browser; front: Front }, use) => {
    const context = await browser.newContext({ baseURL: front.url, serviceWorkers: "allow" });
    const page = await context.newPage();
    await use(page);
    await leave(page);
    await context.close();
  },
});

const WITH_NOTIFICATIONS = "/usr/bin/chromium";

/** In a whole Chromium: the one without windows refuses every notification. */
const notified = installed.extend<{ app: Page; push: PushService }>({
  push: async ({}, use) => {
    const service = await pushService();
    await use(service);
    await service.close();
  },
  app: async ({ front, push }, use) => {
    notified.skip(!existsSync(WITH_NOTIFICATIONS), `notifications need Debian's chromium, and ${WITH_NOTIFICATIONS} is not here`);
    const browser = await chromium.launch({ executablePath: WITH_NOTIFICATIONS, args: ["--no-sandbox"] });
    const context = await browser.newContext({ baseURL: front.url, serviceWorkers: "allow" });
    await context.grantPermissions(["notifications"], { origin: front.url });
    const page = await context.newPage();
    await subscribesAt(page, push);
    await use(page);
    await leave(page);
    await browser.close();
  },
});

/** Tells the page that it is hidden: a browser under test shows all its pages. */
const hide = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });

/** Opens the page and waits until its service worker serves it. */
const openKept = async (page: Page): Promise<void> => {
  await page.goto("/");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
};

/** The paths that the page's caches hold. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map(({ url }) => new URL(url).pathname).sort();
  });

installed("the manifest is valid, and the page can be installed", async ({ app }) => {
  await openKept(app);
  const link = (await app.locator('link[rel="manifest"]').getAttribute("href")) ?? "";
  const answer = await app.request.get(link);
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = (await answer.json()) as { name: string; start_url: string; display: string; icons: { src: string; sizes: string; type: string; purpose: string }[] };
  expect(manifest).toMatchObject({ name: "Cardroom", start_url: "/", display: "standalone" });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await app.request.get(src);
    expect(icon.headers()["content-type"], src).toBe(type);
    const size = await app.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") expect(size, src).toBe(sizes);
  }
  const purposes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(purposes).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
  const browser = await app.context().newCDPSession(app);
  const { errors } = (await browser.send("Page.getAppManifest")) as { errors: unknown[] };
  expect(errors).toEqual([]);
  const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
  expect(installabilityErrors).toEqual([]);
});

installed("the service worker keeps the built files and nothing of the room", async ({ app }) => {
  await openKept(app);
  await comeIn(app, "Keeper");
  await sitAt(app, "Sirius");
  await myTurn(app);
  await app.goto("/#/hands");
  await app.goto("/#/tournaments");
  await app.request.get("/version");
  await app.evaluate(async () => void (await fetch("/version")));
  const paths = await cached(app);
  const built = /^\/$|^\/assets\/[\w-]+\.(js|css|woff2)$|^\/icons\/[\w-]+\.png$|^\/spade\.svg$|^\/manifest\.webmanifest$/;
  expect(paths.filter((path) => !built.test(path))).toEqual([]);
  expect(paths).toContain("/");
  expect(paths.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(20);
});

installed("without the server the page still opens, and says that it connects", async ({ app }) => {
  await openKept(app);
  await app.context().setOffline(true);
  await app.reload();
  await expect(app.locator(".line-lost")).toBeVisible();
  await expect(app.locator(".topbar")).toBeVisible();
});

installed("a new version waits for a click", async ({ app, front }) => {
  await openKept(app);
  await comeIn(app, "Waits");
  await sitAt(app, "Sirius");
  await app.evaluate(() => void Object.assign(window, { isOld: true }));
  const [before] = await app.evaluate(() => caches.keys());
  front.publish();
  // The room was restarted for it: the page reconnects, and looks.
  front.cut();
  const offer = app.locator(".new-version");
  await expect(offer).toContainText("A new version is ready.");
  await myTurn(app);
  expect(await app.evaluate(() => "isOld" in window), "nothing was reloaded").toBe(true);
  await offer.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => app.evaluate(() => "isOld" in window).catch(() => true)).toBe(false);
  await expect(app.locator(".seat.mine")).toBeVisible();
  await expect(app.locator(".new-version")).toHaveCount(0);
  const after = await app.evaluate(() => caches.keys());
  expect(after).toHaveLength(2);
  expect(after[0]).toBe(before);
});

installed("a new version can be put off, and another tab's change does not reload this one", async ({ app, front }) => {
  await openKept(app);
  await app.evaluate(() => void Object.assign(window, { isOld: true }));
  const other = await app.context().newPage();
  await other.goto("/");
  front.publish();
  await app.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await app.locator(".new-version").getByRole("button", { name: "Later" }).click();
  await expect(app.locator(".new-version")).toHaveCount(0);
  await other.locator(".new-version").getByRole("button", { name: "Reload" }).click();
  await expect(app.locator(".new-version")).toBeVisible();
  expect(await app.evaluate(() => "isOld" in window)).toBe(true);
  await app.locator(".new-version").getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => app.evaluate(() => "isOld" in window).catch(() => true)).toBe(false);
});

installed("the offer of a new version fits six sizes at a table, without barriers", async ({ app, front }) => {
  test.slow();
  await app.setViewportSize({ width: 390, height: 844 });
  await openKept(app);
  // A player who sits down here takes a seat from the tests that follow.
  await app.goto("/#/table/2");
  await expect(app.locator(".felt .pod").first()).toBeVisible();
  front.publish();
  await app.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(app.locator(".new-version")).toBeVisible();
  expect(await look(app, "new-version")).toEqual([]);
});

test("the screen stays on at a table, and no longer", async ({ page }) => {
  await page.addInitScript(() => {
    const held = { now: 0 };
    class Lock extends EventTarget {
      async release(): Promise<void> {
        held.now -= 1;
        this.dispatchEvent(new Event("release"));
      }
    }
    const request = async (): Promise<Lock> => {
      held.now += 1;
      return new Lock();
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
    Object.assign(window, { held });
  });
  const held = (): Promise<number> => page.evaluate(() => (window as unknown as { held: { now: number } }).held.now);
  await comeIn(page, "Owl");
  expect(await held()).toBe(0);
  await sitAt(page, "Sirius");
  await expect.poll(held).toBe(1);
  await myTurn(page);
  expect(await held()).toBe(1);
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Keep the screen on at a table").click();
  await expect.poll(held).toBe(0);
  await page.getByLabel("Keep the screen on at a table").click();
  await expect.poll(held).toBe(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect.poll(held).toBe(0);
});

test("a turn vibrates, unless the player turned that off", async ({ page }) => {
  await page.addInitScript(() => {
    const pulses: number[][] = [];
    navigator.vibrate = (pattern) => pulses.push([pattern].flat() as number[]) > 0;
    Object.assign(window, { pulses });
  });
  const pulses = (): Promise<number[][]> => page.evaluate(() => (window as unknown as { pulses: number[][] }).pulses);
  await comeIn(page, "Buzz");
  await sitAt(page, "Sirius");
  await myTurn(page);
  expect((await pulses())[0]).toHaveLength(3);
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Vibrate when it is your turn").click();
  await page.keyboard.press("Escape");
  await myTurn(page);
  const before = (await pulses()).length;
  await acting(page, () => page.keyboard.press("c"));
  await myTurn(page);
  expect((await pulses()).length).toBe(before);
});

test("a phone on its side can fill its screen with the table", async ({ page }) => {
  await comeIn(page, "Wide");
  await sitAt(page, "Sirius");
  const button = page.getByRole("button", { name: "Full screen" });
  for (const [width, height] of [[1366, 768], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    await expect(button).toBeHidden();
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await button.click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true);
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null);
});

/** Hands a push message to the page's worker, as the browser does with what its push service sends. */
const deliver = async (app: Page, data: string): Promise<void> => {
  const browser = await app.context().newCDPSession(app);
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.deliverPushMessage", { origin: new URL(app.url()).origin, registrationId: await registered, data });
};

/** The notifications that the browser shows. */
const shown = (app: Page): Promise<string[]> =>
  app.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => `${title}: ${body} ${tag}`));

/** Taps the first notification. */
const tapNotification = async (app: Page): Promise<void> => {
  const [worker] = app.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications();
    const tap = new Event("notificationclick") as Event & { notification?: Notification; waitUntil?: () => void };
    Object.assign(tap, { notification, waitUntil: () => undefined });
    dispatchEvent(tap);
  });
};

notified("a notice becomes a notification in the player's language, and a tap opens the table", async ({ app }) => {
  await openKept(app);
  const table = 1;
  await deliver(app, JSON.stringify({ kind: "turn", id: table, name: "Altair", language: "de" }));
  await expect.poll(() => shown(app)).toEqual([`Altair: Du bist am Zug. #/table/${table}`]);
  await tapNotification(app);
  await expect.poll(() => app.evaluate(() => location.hash)).toBe(`#/table/${table}`);
  await expect.poll(() => shown(app)).toEqual([]);
});

notified("a turn while the page is hidden becomes a notification that opens the table", async ({ app, push }) => {
  await openKept(app);
  await comeIn(app, "Napper");
  await app.locator(".account").click();
  await app.getByRole("tab", { name: "Settings" }).click();
  await app.getByRole("button", { name: "Turn on notifications" }).click();
  await expect(app.getByLabel("It is my turn")).toBeChecked();
  await app.keyboard.press("Escape");
  await sitAt(app, "Castor");
  const table = await app.evaluate(() => location.hash);
  await myTurn(app);
  expect(push.messages, "who sees the page needs no notice").toEqual([]);

  await hide(app);
  await acting(app, () => app.locator(".act").first().click());
  await app.goto("/#/");
  await expect.poll(() => push.messages.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(push.refused).toEqual([]);
  const [message = ""] = push.messages;
  expect(JSON.parse(message), "the notice names no card").toEqual({ kind: "turn", id: Number(table.split("/").at(-1)), name: "Castor", language: "en" });
  await deliver(app, message);
  await expect.poll(() => shown(app)).toEqual([`Castor: It is your turn. ${table}`]);
  await tapNotification(app);
  await expect.poll(() => app.evaluate(() => location.hash)).toBe(table);
  await expect(app.locator(".seat.mine")).toBeVisible();
  await expect.poll(() => shown(app)).toEqual([]);
});

notified("notifications are turned on in the settings, and each kind by itself", async ({ app }) => {
  await openKept(app);
  await comeIn(app, "Bell");
  await app.locator(".account").click();
  await app.getByRole("tab", { name: "Settings" }).click();
  const settings = app.getByRole("region", { name: "Notifications" });
  await settings.getByRole("button", { name: "Turn on notifications" }).click();
  const kind = settings.getByLabel("A seat is free");
  await expect(kind).toBeChecked();
  await kind.click();
  await expect(kind).not.toBeChecked();
  await app.reload();
  await app.locator(".account").click();
  await app.getByRole("tab", { name: "Settings" }).click();
  await expect(settings.getByLabel("A seat is free")).not.toBeChecked();
  await expect(settings.getByLabel("It is my turn")).toBeChecked();
});
