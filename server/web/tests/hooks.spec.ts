// An administrator makes a hook, sees its secret once, replaces it, sends a test again, turns the
// hook off and on, and ends it. Another program on this machine receives what the room sends.
import { createHmac } from "node:crypto";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "@playwright/test";
import type { ClientMessage } from "cardroom-bot/protocol";
import { signIn } from "./accounts";
import { barriers } from "./axe";
import { FLOOR, expect, test } from "./room";

interface Received {
  id: string;
  timestamp: string;
  signatures: string[];
  body: string;
}

/** A program that receives events, and answers with a status. */
class Receiver {
  readonly received: Received[] = [];
  status = 200;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.take(request).then(() => response.writeHead(this.status).end()));
  }

  async open(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async take(request: IncomingMessage): Promise<void> {
    let body = "";
    for await (const part of request) body += String(part);
    const header = (name: string): string => String(request.headers[name] ?? "");
    this.received.push({ id: header("webhook-id"), timestamp: header("webhook-timestamp"), signatures: header("webhook-signature").split(" "), body });
  }
}

/** Returns the signature of Standard Webhooks for what was received. */
const signed = (secret: string, { id, timestamp, body }: Received): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64")).update(`${id}.${timestamp}.${body}`).digest("base64")}`;

const openHooks = async (page: Page): Promise<void> => {
  await signIn(page, FLOOR.name, FLOOR.password);
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("link", { name: "Hooks" }).click();
  await expect(page.getByRole("heading", { name: "Hooks", level: 1 })).toBeVisible();
};

/** Fills the form for a new hook, and sends it. */
const make = async (page: Page, address: string, format: string): Promise<Locator> => {
  await page.getByText("New hook", { exact: true }).click();
  await page.getByLabel("Address").fill(address);
  await page.getByLabel("Format").selectOption(format);
  await page.getByLabel("Reason, for the security log").fill("For the club's website.");
  await page.getByRole("button", { name: "Make the hook" }).click();
  const hook = page.locator(".hook-list > li", { hasText: address });
  await expect(hook).toBeVisible();
  return hook;
};

/** Gives an order that needs a reason. */
const order = async (hook: Locator, what: string): Promise<void> => {
  await hook.getByRole("button", { name: `${what}:` }).click();
  await hook.getByLabel("Reason, for the security log").fill("As agreed.");
  await hook.getByRole("button", { name: what, exact: true }).click();
};

test.describe("an administrator", () => {
  let receiver: Receiver;
  let address: string;
  test.beforeEach(async () => {
    receiver = new Receiver();
    address = await receiver.open();
  });
  test.afterEach(() => receiver.close());

  test("makes a hook, replaces its secret, sends events again, turns it off and on, and ends it", async ({ page }) => {
    await openHooks(page);
    await page.getByText("New hook", { exact: true }).click();
    await page.getByRole("button", { name: "Choose all: Accounts and the room" }).click();
    await expect(page.getByRole("checkbox", { name: "Room is closing" })).toBeChecked();
    await page.getByRole("button", { name: "Choose none: Accounts and the room" }).click();
    await expect(page.getByRole("checkbox", { name: "Room is closing" })).not.toBeChecked();
    await page.getByText("Only for some leagues or tournaments").click();
    await page.getByRole("checkbox", { name: "The Analysts" }).check();
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: "shots/laptop-hooks-new.png", fullPage: true });
    await page.getByText("New hook", { exact: true }).click();

    const hook = await make(page, address, "Standard");
    const banner = page.locator(".new-token");
    await expect(banner).toContainText("shown only once");
    const secret = (await banner.locator("code").textContent()) ?? "";
    expect(secret).toMatch(/^whsec_/);
    await expect(hook).toContainText("Tournament announced, Tournament started, Final table, Tournament ended, with results");
    await expect(hook).toContainText("analysts");

    await hook.getByRole("button", { name: "Send a test" }).click();
    await expect.poll(() => receiver.received.length).toBe(1);
    const first = receiver.received[0] as Received;
    expect(JSON.parse(first.body)).toMatchObject({ type: "hook.test" });
    expect(first.signatures).toEqual([signed(secret, first)]);

    await order(hook, "Replace the secret");
    await expect(banner).toContainText("signs along for 24 hours");
    const second = (await banner.locator("code").textContent()) ?? "";
    expect(second).not.toBe(secret);

    await hook.getByText("Sent in the last 30 days").click();
    const attempts = hook.getByRole("list", { name: `Sent to ${address}` });
    await expect(attempts.getByRole("listitem")).toHaveCount(1);
    await expect(attempts).toContainText("Answer 200");
    await attempts.getByRole("button", { name: "Send again: Test" }).click();
    await expect.poll(() => receiver.received.length).toBe(2);
    const again = receiver.received[1] as Received;
    expect(again.id, "a receiver recognizes an event that is sent again").toBe(first.id);
    expect(again.signatures, "both secrets sign").toEqual(expect.arrayContaining([signed(second, again), signed(secret, again)]));
    await expect(attempts.getByRole("listitem")).toHaveCount(2);
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: "shots/laptop-hooks.png", fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: "shots/phone-hooks.png", fullPage: true });
    await page.setViewportSize({ width: 1366, height: 768 });

    // A secret that was shown is gone with the page.
    await page.reload();
    await expect(hook).toBeVisible();
    await expect(page.locator(".new-token")).toHaveCount(0);
    await expect(page.getByText("whsec_")).toHaveCount(0);

    await order(hook, "Turn off");
    await expect(hook).toContainText("An administrator turned this hook off.");
    await hook.getByRole("button", { name: "Send a test" }).click();
    await expect(hook).toContainText("1 event waits");
    expect(receiver.received).toHaveLength(2);
    await order(hook, "Turn on");
    await expect.poll(() => receiver.received.length).toBe(3);
    await expect(hook).not.toContainText("turned this hook off");

    await hook.getByRole("button", { name: "Change:" }).click();
    await hook.getByRole("checkbox", { name: "New level" }).check();
    await hook.getByLabel("Reason, for the security log").fill("Levels too.");
    await hook.getByRole("button", { name: "Change", exact: true }).click();
    await expect(hook).toContainText("New level");

    await order(hook, "End");
    await expect(hook).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "No hooks" })).toBeFocused();
  });

  test("sees that the room turned a hook off, and that another fails", async ({ page }) => {
    await openHooks(page);
    receiver.status = 410;
    const hook = await make(page, address, "Discord");
    await expect(page.locator(".new-token"), "Discord checks no signature").toHaveCount(0);
    await hook.getByRole("button", { name: "Send a test" }).click();
    await expect(hook).toContainText("so the room turned this hook off");
    await hook.getByText("Sent in the last 30 days").click();
    await expect(hook).toContainText("Answer 410");
    receiver.status = 500;
    await order(hook, "Turn on");
    await expect(hook).toContainText("Nothing arrives since");
    await expect(hook).toContainText("Answer 500");
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: "shots/laptop-hooks-failing.png", fullPage: true });
    await order(hook, "End");
    await expect(hook).toHaveCount(0);
  });

  test("is told what is wrong with a hook, beside the button", async ({ page }) => {
    await openHooks(page);
    await page.getByText("New hook", { exact: true }).click();
    await page.getByLabel("Address").fill("http://192.168.0.1/inside");
    await page.getByLabel("Reason, for the security log").fill("A look inside.");
    await page.getByRole("button", { name: "Make the hook" }).click();
    await expect(page.locator("form").getByRole("alert")).not.toBeEmpty();
    await expect(page.locator(".hook-list > li")).toHaveCount(0);
    await expect(page.getByLabel("Address"), "nothing has to be typed again").toHaveValue("http://192.168.0.1/inside");
  });

  test("makes and ends a hook with the keyboard alone", async ({ page }) => {
    await openHooks(page);
    await page.locator("summary", { hasText: "New hook" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Address")).toBeFocused();
    await page.keyboard.type(address);
    await page.getByLabel("Reason, for the security log").focus();
    await page.keyboard.type("By keyboard.");
    await page.keyboard.press("Enter");
    const hook = page.locator(".hook-list > li", { hasText: address });
    await expect(hook).toBeVisible();
    await expect(page.getByRole("heading", { name: "1 hook" })).toBeFocused();
    await hook.getByRole("button", { name: "End:" }).focus();
    await page.keyboard.press("Enter");
    await expect(hook.getByRole("button", { name: "End:" })).toHaveAttribute("aria-expanded", "true");
    await hook.getByLabel("Reason, for the security log").focus();
    await page.keyboard.type("By keyboard.");
    await page.keyboard.press("Enter");
    await expect(hook).toHaveCount(0);
  });
});

test("an administrator whose second factor was proven long ago proves it, and then sees the hooks", async ({ page }) => {
  let proven = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const [message] = JSON.parse(String(text)) as ClientMessage[];
      const answer = (body: object): void => socket.send(JSON.stringify([body]));
      if (message && "ProveFactor" in message) {
        const { request, code } = message.ProveFactor;
        proven = code === "123456";
        return answer(proven ? { Done: { request } } : { Refused: { request, code: "bad_factor", message: "This code is wrong." } });
      }
      if (message && "ListHooks" in message && !proven) {
        const { request } = message.ListHooks;
        return answer({ Refused: { request, code: "prove_factor", message: "Prove your second factor again, then repeat this." } });
      }
      server.send(text);
    });
  });
  await openHooks(page);
  const locked = page.getByRole("region", { name: "Second factor" });
  await expect(locked).toContainText("The addresses of hooks may be secrets.");
  await locked.getByRole("button", { name: "Show the hooks" }).click();
  const code = locked.getByRole("textbox");
  await code.fill("000000");
  await locked.getByRole("button", { name: "Show the hooks" }).click();
  await expect(locked.getByRole("alert")).toContainText("wrong");
  expect(await barriers(page)).toEqual([]);
  await code.fill("123456");
  await locked.getByRole("button", { name: "Show the hooks" }).click();
  await expect(locked).toHaveCount(0);
  await expect(page.getByText("The room sends no events anywhere.")).toBeVisible();
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("the page has German words, and a player learns that it is not for them", async ({ page }) => {
    await page.goto("/#/hooks");
    await expect(page.getByRole("heading", { name: "Hooks betreuen nur Administratoren." })).toBeVisible();
    await page.goto("/#/");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await page.getByLabel("Name", { exact: true }).fill(FLOOR.name);
    await page.getByLabel("Passwort").fill(FLOOR.password);
    await page.locator("dialog form button").click();
    await page.getByRole("link", { name: "Konten" }).click();
    await page.getByRole("link", { name: "Hooks" }).click();
    await expect(page.getByRole("heading", { name: "Keine Hooks" })).toBeVisible();
    await page.getByText("Neuer Hook", { exact: true }).click();
    await expect(page.getByRole("checkbox", { name: "Turnier angekündigt" })).toBeChecked();
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: "shots/laptop-hooks-german.png", fullPage: true });
  });
});
