// Sign-in with a provider, from the button to the table: for a new account, a guest and an account
// with a password, and with errors.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Page, test as base, expect } from "@playwright/test";
import { barriers } from "./axe";
import { CLIENT, Provider } from "./provider";
import { BINARY, justBuilt, opened } from "./room";

const PASSWORD = "correct horse battery";

interface Club {
  provider: Provider;
  url: string;
}

/**
 * Returns a port that is free now. The provider must know the server's address before the server
 * starts.
 */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))));
    });
  });

const test = base.extend<{ player: Page }, { club: Club }>({
  club: [
    async ({}, use) => {
      const provider = await new Provider().start();
      const [folder, port] = [mkdtempSync(join(tmpdir(), "cardroom-sign-in-")), await freePort()];
      const url = `http://127.0.0.1:${port}`;
      writeFileSync(join(folder, "secret"), CLIENT.secret);
      const settings = {
        "server.listen": `127.0.0.1:${port}`,
        "server.admin_listen": "127.0.0.1:0",
        "server.data_dir": join(folder, "data"),
        "server.drain_seconds": "1",
        "house_bots.enabled": "false",
        "limits.logins_per_minute": "6000",
        "oidc.issuer": provider.issuer,
        "oidc.name": "The Club",
        "oidc.client_id": CLIENT.id,
        "oidc.client_secret_file": join(folder, "secret"),
        "oidc.address": url,
      };
      const flags = Object.entries(settings).flatMap(([key, value]) => ["--set", `${key}=${value}`]);
      const server = spawn(BINARY, ["serve", ...flags], { stdio: ["ignore", "pipe", "ignore"] });
      try {
        await opened(server);
        await use({ provider, url });
      } finally {
        server.removeAllListeners("exit");
        const gone = new Promise((resolve) => server.once("exit", resolve));
        if (server.exitCode === null && server.kill("SIGTERM")) await gone;
        provider.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    { scope: "worker" },
  ],
  baseURL: async ({ club }, use) => use(club.url),
  player: async ({ page, context, club }, use) => {
    const wrong: string[] = [];
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("request", (request) => {
      if (![club.url, club.provider.issuer].some((known) => request.url().startsWith(known))) wrong.push(`asked ${request.url()}`);
    });
    await justBuilt(context);
    await use(page);
    expect(wrong).toEqual([]);
  },
});

const openSignIn = async (player: Page, address: string): Promise<void> => {
  await player.goto(address);
  await player.getByRole("button", { name: "Play", exact: true }).click();
};

test("a player opens an account with the provider, returns to the table, and comes back with it", async ({ player, club }) => {
  club.provider.player = { subject: "ada-1815", name: "Ada" };
  await openSignIn(player, "/#/tournaments");
  await player.screenshot({ path: "shots/laptop-provider.png" });
  await player.getByRole("button", { name: "Sign in with The Club" }).click();
  await player.getByRole("link", { name: "Allow" }).click();
  await expect(player.getByLabel("Name", { exact: true })).toHaveValue("Ada");
  expect(await barriers(player)).toEqual([]);
  await player.setViewportSize({ width: 390, height: 844 });
  expect(await player.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await player.screenshot({ path: "shots/phone-provider-name.png" });
  await player.setViewportSize({ width: 1366, height: 768 });
  await player.getByRole("button", { name: "Create account", exact: true }).click();
  await expect(player.locator(".account")).toContainText("Ada");
  await expect(player).toHaveURL(/#\/tournaments$/);

  // Later, in the same browser, without the session.
  await player.evaluate(() => localStorage.clear());
  await player.goto("about:blank");
  await openSignIn(player, "/");
  await player.getByRole("button", { name: "Sign in with The Club" }).click();
  await player.getByRole("link", { name: "Allow" }).click();
  await expect(player.locator(".account")).toContainText("Ada");
  await expect(player.locator(".toast", { hasText: "Signed in as Ada" })).toBeVisible();
  // The sign-in leaves nothing behind in the browser.
  expect(await player.evaluate(() => [sessionStorage.length, document.cookie])).toEqual([0, ""]);
});

test("a guest keeps everything and becomes an account with the provider", async ({ player, club }) => {
  club.provider.player = { subject: "grace-1906", name: "Grace" };
  await openSignIn(player, "/");
  await player.getByLabel("Your name at the table").fill("Gus");
  await player.locator("dialog").getByRole("button", { name: "Play now" }).click();
  await player.locator(".account").click();
  await player.getByRole("button", { name: "Create account", exact: true }).first().click();
  await player.getByRole("button", { name: "Create the account with The Club" }).click();
  await player.getByRole("link", { name: "Allow" }).click();
  await expect(player.getByText("Your 10,000 chips")).toBeVisible();
  await player.getByLabel("Name", { exact: true }).fill("Grace H");
  await player.getByRole("button", { name: "Create account", exact: true }).click();
  await expect(player.locator(".account")).toContainText("Grace H");
  await expect(player.locator(".account")).toContainText("10,000");
  await player.locator(".account").click();
  await player.getByRole("tab", { name: "Security" }).click();
  await expect(player.getByText("You can sign in with The Club")).toBeVisible();

  // An account now has the sign-in, so another guest must choose between the two.
  await player.evaluate(() => localStorage.clear());
  await player.goto("about:blank");
  await openSignIn(player, "/");
  await player.locator("dialog").getByRole("button", { name: "Play now" }).click();
  await expect(player.locator(".account")).toContainText("10,000");
  await player.locator(".account").click();
  await player.getByRole("button", { name: "Create account", exact: true }).first().click();
  await player.getByRole("button", { name: "Create the account with The Club" }).click();
  await player.getByRole("link", { name: "Allow" }).click();
  await expect(player.getByRole("alert").first()).toContainText("You have an account with this sign-in.");
  await player.screenshot({ path: "shots/laptop-provider-guest.png" });
  await player.getByRole("button", { name: "Use my account" }).click();
  await expect(player.locator(".account")).toContainText("Grace H");
});

test("an account links the provider with its password, and ends the link", async ({ player, club }) => {
  club.provider.player = { subject: "bea-1", name: "Bea" };
  await openSignIn(player, "/");
  await player.getByRole("tab", { name: "New account" }).click();
  await player.getByLabel("Name", { exact: true }).fill("Beatrice");
  await player.getByLabel("Password").fill(PASSWORD);
  await player.locator("dialog form button").click();
  await player.locator(".account").click();
  await player.getByRole("tab", { name: "Security" }).click();
  const section = player.getByRole("region", { name: "The Club" });
  await section.getByRole("button", { name: "Link The Club" }).click();
  await player.getByRole("link", { name: "Allow" }).click();
  await player.getByLabel("Password").fill("not the password");
  await player.getByRole("button", { name: "Link The Club" }).click();
  await expect(player.getByRole("alert").first()).toContainText("Wrong name or password");
  await player.getByLabel("Password").fill(PASSWORD);
  await player.getByRole("button", { name: "Link The Club" }).click();
  await player.locator(".account").click();
  await player.getByRole("tab", { name: "Security" }).click();
  await expect(section).toContainText("You can sign in with The Club and with your password.");
  await player.screenshot({ path: "shots/laptop-provider-link.png" });
  await section.getByLabel("Password").fill(PASSWORD);
  await section.getByRole("button", { name: "Unlink" }).click();
  await expect(section.getByRole("button", { name: "Link The Club" })).toBeVisible();
  expect(await barriers(player)).toEqual([]);
});

test("a player who refuses, or brings the ticket of another tab, is told and can try again", async ({ player, club, browser }) => {
  club.provider.player = { subject: "eve-1", name: "Eve" };
  await openSignIn(player, "/");
  await player.getByRole("button", { name: "Sign in with The Club" }).click();
  await player.getByRole("link", { name: "Refuse" }).click();
  await expect(player.getByRole("alert").first()).toContainText("You did not allow the sign-in.");
  expect(await barriers(player)).toEqual([]);
  await player.screenshot({ path: "shots/laptop-provider-failed.png" });
  await player.getByRole("button", { name: "Sign in with The Club" }).click();
  await player.getByRole("link", { name: "Allow" }).click();
  await expect(player.getByLabel("Name", { exact: true })).toHaveValue("Eve");
  const stolen = await (await browser.newContext({ baseURL: club.url })).newPage();
  await justBuilt(stolen.context());
  await stolen.goto(player.url());
  await expect(stolen.getByRole("alert").first()).toContainText("began in another tab");
  await stolen.context().close();
});
