// Signing in, the account and its settings, and the dialogs of the page.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Page } from "@playwright/test";
import { barriers } from "./axe";
import { addStyle, comeIn, expect, test } from "./room";
import { look } from "./sizes";

test.describe("a player who reads German", () => {
  test.use({ locale: "de-AT" });
  test("reads refusals in German, and can change the language", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Spielen", exact: true }).click();
    await page.getByRole("tab", { name: "Anmelden" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Nobody here");
    await page.getByLabel("Passwort").fill("wrong horse!");
    await page.locator("dialog form button").click();
    await expect(page.locator("dialog").getByRole("alert")).toHaveText("Name oder Passwort ist falsch.");
    await page.getByRole("tab", { name: "Gast" }).click();
    await page.getByLabel("Dein Name am Tisch").fill("Gerda");
    await page.locator("dialog").getByRole("button", { name: "Jetzt spielen" }).click();
    await page.locator(".account").click();
    await page.getByRole("tab", { name: "Einstellungen" }).click();
    await page.getByLabel("Sprache").selectOption("English");
    await page.getByRole("tab", { name: "Profile" }).click();
    await expect(page.getByRole("button", { name: "Log out" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Hands" }), "the choice is remembered").toBeVisible();
  });
});

for (const [language, create, words] of [
  ["en", "Create an account", "This password is too easy to guess: it contains your name. Use three or four unrelated words."],
  ["de", "Konto anlegen", "Dieses Passwort ist zu leicht zu erraten: es enthält deinen Namen. Nimm drei oder vier Wörter, die nichts miteinander zu tun haben."],
] as const) {
  test(`a weak password is refused with the reason: ${language}`, async ({ page }) => {
    await page.addInitScript((chosen) => localStorage.setItem("cardroom.settings", JSON.stringify({ language: chosen })), language);
    await page.goto("/");
    await page.getByRole("button", { name: create }).first().click();
    await page.locator("dialog input[autocomplete=username]").fill("Walter Weak");
    await page.locator("dialog input[type=password]").fill("walter weak 1");
    await page.locator("dialog form button").click();
    await expect(page.locator("dialog").getByRole("alert")).toHaveText(words);
  });
}

test("the volume is heard, and stays as it was set", async ({ page }) => {
  await page.addInitScript(() => {
    const gains: AudioParam[] = [];
    const make = BaseAudioContext.prototype.createGain;
    BaseAudioContext.prototype.createGain = function createGain() {
      const node = make.call(this);
      gains.push(node.gain);
      return node;
    };
    Object.assign(window, { gains });
  });
  await comeIn(page, "Vera Volume");
  const open = async (): Promise<void> => {
    await page.locator(".account").click();
    await page.getByRole("tab", { name: "Settings" }).click();
  };
  await open();
  const volume = page.getByRole("slider", { name: "Volume" });
  // A sound is a tone and the volume it goes through: half of it is a quarter of the amplitude.
  const heard = async (at: number): Promise<number[]> => {
    await page.evaluate(() => ((window as unknown as { gains: AudioParam[] }).gains.length = 0));
    await volume.fill(String(at));
    return page.evaluate(() => (window as unknown as { gains: AudioParam[] }).gains.map((gain) => Math.round(gain.value * 10_000) / 10_000));
  };
  await expect(async () => expect(await heard(100)).toContain(1)).toPass({ timeout: 10_000 });
  expect(await heard(50)).toContain(0.25);
  await page.reload();
  await open();
  await expect(volume).toHaveValue("50");
  await page.getByRole("switch", { name: "Sounds" }).uncheck();
  await expect(volume).toBeDisabled();
});

test("a message stands in front of an open dialog", async ({ page }) => {
  await comeIn(page, "Mia");
  await page.locator(".account").click();
  await page.getByRole("button", { name: "Ask for chips" }).click();
  const message = page.locator(".toast");
  await expect(message).toBeVisible();
  // Finds the topmost element at its middle. Messages let clicks through, which would hide them
  // from this check.
  await addStyle(page, ".toasts { pointer-events: auto !important }");
  const onTop = message.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === shown;
  });
  expect(await onTop, "nothing covers the message").toBe(true);
  await page.keyboard.press("Escape");
  await expect(message, "the message outlives the dialog").toBeVisible();
});

test("the focus lands on the first field of a dialog, or on its main button", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByLabel("Your name at the table")).toBeFocused();
  await page.keyboard.type("Nora");
  await page.keyboard.press("Enter");
  await page.locator(".table-card", { hasText: "Altair" }).first().click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator("dialog form, dialog .dialog")).not.toHaveCount(0);
  await expect(page.locator("dialog").getByRole("button", { name: "Close" })).not.toBeFocused();
  await expect(page.locator("dialog :focus")).toHaveCount(1);
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Sit down" }), "the focus is back where it was").toBeFocused();
});

/** Creates an account with the page's own dialog. */
const openAccount = async (page: Page, name: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("tab", { name: "New account" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create account" }).last().click();
  await expect(page.locator(".account")).toContainText(name);
};

test("the theme follows the browser until the player chooses one, and stays chosen", async ({ page }) => {
  const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.theme);
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/");
  expect(await theme()).toBe("dark");
  const dark = await ground();
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(theme).toBe("light");
  expect(await ground()).not.toBe(dark);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Theme").selectOption("High contrast");
  expect(await ground()).toBe("rgb(0, 0, 0)");
  await page.reload();
  expect(await theme(), "the choice is remembered").toBe("contrast");
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await theme(), "the browser is not asked any more").toBe("contrast");
});

test("a new password keeps this page signed in, and the old one is refused", async ({ page, stranger }) => {
  await openAccount(page, "Sofia");
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Security" }).click();
  const form = page.getByRole("region", { name: "Change password" });
  await form.getByLabel("Current password").fill("not my password");
  await form.getByLabel("New password").fill("an even longer password");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByRole("alert")).toBeVisible();
  await form.getByLabel("Current password").fill("a long password");
  await form.getByRole("switch", { name: /Sign out everywhere/ }).check();
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  // The server ends all sessions with the old password. A reload shows whether the page has a new
  // session.
  await page.reload();
  await expect(page.locator(".account")).toContainText("Sofia");
  const other = await stranger();
  await other.goto("/");
  await other.getByRole("button", { name: "Play", exact: true }).click();
  await other.getByRole("tab", { name: "Sign in" }).click();
  for (const [password, shown] of [["a long password", ".refused"], ["an even longer password", ".account"]] as const) {
    await other.getByLabel("Name", { exact: true }).fill("Sofia");
    await other.getByLabel("Password").fill(password);
    await other.locator("dialog form button").click();
    await expect(other.locator(shown)).toBeVisible();
  }
});

test("a token for a bot is shown once, and signs it in", async ({ page }) => {
  await openAccount(page, "Emmy");
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Security" }).click();
  const tokens = page.getByRole("region", { name: "Tokens for bots" });
  await tokens.getByLabel("Name of the token").fill("my bot");
  await expect(tokens.getByRole("checkbox", { checked: true }), "a bot plays and does nothing else").toHaveCount(1);
  await expect(tokens.getByRole("checkbox"), "a player has no use for an operator's scopes").toHaveCount(3);
  await tokens.getByLabel("Your password").fill("not my password");
  await tokens.getByRole("button", { name: "Create token" }).click();
  await expect(tokens.getByRole("alert"), "a page left open makes no token").toBeVisible();
  await tokens.getByLabel("Your password").fill("a long password");
  await tokens.getByRole("button", { name: "Create token" }).click();
  const token = await tokens.locator("code").innerText();
  expect(token.length).toBeGreaterThan(20);
  await tokens.scrollIntoViewIfNeeded();
  expect(await look(page, "tokens")).toEqual([]);
  // The token opens a page that needs a session: the player's hands.
  const signsIn = async (token: string): Promise<number> => {
    const answer = await page.request.get("/hands.phhs", { headers: { authorization: `Bearer ${token}` } });
    return answer.status();
  };
  expect(await signsIn(token)).toBe(200);
  await tokens.getByLabel("Name of the token").fill("my bot");
  await tokens.getByLabel("Your password").fill("a long password");
  await tokens.getByRole("button", { name: "Create token" }).click();
  await expect(tokens.getByRole("alert"), "a name can be used once").toBeVisible();
  await page.getByRole("tab", { name: "Profile" }).click();
  await page.getByRole("tab", { name: "Security" }).click();
  await expect(tokens.locator("li")).toContainText(/my bot play\s*last used on .* from 127\.0\.0\.1 · until/);
  await expect(tokens.locator("code"), "the token is not shown again").toHaveCount(0);
  await tokens.getByRole("button", { name: "Revoke my bot" }).click();
  await expect(tokens.locator("li")).toHaveCount(0);
  expect(await signsIn(token), "a revoked token opens nothing").toBe(401);
  await tokens.getByLabel("Name of the token").fill("another bot");
  await tokens.getByLabel("Your password").fill("a long password");
  await tokens.getByLabel("The token works").selectOption("without an end");
  await tokens.getByRole("button", { name: "Create token" }).click();
  await expect(tokens.locator("code")).not.toHaveText(token);
  const another = await tokens.locator("code").innerText();
  expect(await signsIn(another)).toBe(200);
  await tokens.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(tokens.locator("li")).toHaveCount(0);
  expect(await signsIn(another)).toBe(401);
  await page.reload();
  await expect(page.locator(".account"), "this browser stays signed in").toContainText("Emmy");
});

test("? shows the keys on every page, but not while typing", async ({ page }) => {
  await comeIn(page, "Keyla");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(page.locator("dialog")).toHaveCount(0);
  for (const at of ["#/", "#/tournaments", "#/hands", "#/host"]) {
    await page.goto(`/${at}`);
    await page.keyboard.press("?");
    await expect(keys).toContainText("Check or call");
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog")).toHaveCount(0);
  }
  await page.goto("/#/join");
  const field = page.locator("main input").first();
  await field.press("?");
  await expect(field).toHaveValue("?");
  await expect(keys).toHaveCount(0);
});

test("a guest who logs out is warned, becomes an account with every chip, and signs in elsewhere", async ({ page, stranger }) => {
  await comeIn(page, "Thea");
  await page.locator(".table-card", { hasText: "Altair" }).first().click();
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator("dialog").getByRole("button", { name: "Sit down" }).click();
  await expect(page.locator(".seat.mine")).toContainText("Thea");
  await page.locator(".account").click();
  await expect(page.locator("dialog")).toContainText("Keep your chips");
  await expect(page.getByRole("tab", { name: "Security" }), "a guest has no password").toHaveCount(0);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page.locator("dialog").getByRole("alert")).toContainText("nobody can recover your chips");
  await expect(page.getByRole("button", { name: "Create account" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Theodora");
  await page.getByLabel("Password").fill("a long password");
  await page.locator("dialog form button").click();
  await expect(page.getByText("Account created")).toBeVisible();
  await expect(page.locator("dialog")).not.toContainText("Keep your chips");
  await page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.locator(".seat.mine"), "the seat has the new name").toContainText("Theodora");
  const other = await stranger();
  await other.goto("/");
  await other.getByRole("button", { name: "Play", exact: true }).click();
  await other.getByRole("tab", { name: "Sign in" }).click();
  await other.getByLabel("Name", { exact: true }).fill("Theodora");
  await other.getByLabel("Password").fill("a long password");
  await other.locator("dialog form button").click();
  await expect(other.getByRole("navigation").getByRole("link", { name: /Altair/ }), "the seat is theirs here as well").toBeVisible();
});

test("a guest can log out all the same", async ({ page }) => {
  await comeIn(page, "Ulla");
  await page.locator(".account").click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log out anyway" }).click();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
});

test("a chosen avatar stays after a reload", async ({ page }) => {
  await openAccount(page, "Rosalind");
  const drawn = (): Promise<string> => page.locator(".account .avatar").innerHTML();
  await page.locator(".account").click();
  await page.getByRole("button", { name: "Avatar and color" }).click();
  const before = await drawn();
  const choices = page.getByRole("region", { name: "Avatar and color" });
  await expect(choices.getByRole("radio")).toHaveCount(32);
  for (const choice of ["Teal", "Pink"]) await choices.getByRole("radio", { name: choice }).click();
  await choices.getByRole("radio", { name: "Avatar 5", exact: true }).click();
  await expect(choices.getByRole("radio", { name: "Avatar 5", exact: true })).toBeChecked();
  await expect(choices.getByRole("radio", { name: "Pink" }), "the color chosen just before stays").toBeChecked();
  const after = await drawn();
  expect(after).not.toBe(before);
  // The room answers in turn: with the list of hands, the choices before it are kept.
  await page.goto("/#/hands");
  await expect(page.getByText("No hand matches.")).toBeVisible();
  await page.reload();
  await page.locator(".account .avatar").waitFor();
  expect(await drawn()).toBe(after);
});

test("every refusal of the protocol has a German sentence", () => {
  const read = (file: string): string => readFileSync(join(import.meta.dirname, "../src", file), "utf8");
  const protocol = read("../../../bot-client/typescript/src/protocol.ts");
  const [, codes = ""] = /export type ErrorCode =([^;]*);/.exec(protocol) ?? [];
  const ids = [...codes.matchAll(/"(\w+)"/g)].map(([, code = ""]) => `error-${code.replaceAll("_", "-")}`);
  expect(ids.length).toBeGreaterThan(100);
  const german = read("words/de/error.ftl");
  expect(ids.filter((id) => !german.includes(`\n${id} = `))).toEqual([]);
});

for (const theme of ["dark", "light", "contrast"]) {
  test(`the ${theme} theme's text color reaches the page, and a pressed filter can be read`, async ({ page }) => {
    await page.addInitScript((theme) => localStorage.setItem("cardroom.settings", JSON.stringify({ theme })), theme);
    await page.goto("/");
    await page.locator(".table-card").first().waitFor();
    const { wanted, text, filter } = await page.evaluate(() => {
      const hex = getComputedStyle(document.documentElement).getPropertyValue("--text").trim();
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = hex;
      const wanted = getComputedStyle(probe).color;
      const { backgroundColor, color } = getComputedStyle(document.querySelector('.chip-button[aria-pressed="true"]') as Element);
      return { wanted, text: getComputedStyle(document.body).color, filter: { backgroundColor, color } };
    });
    expect(wanted).toBe({ dark: "rgb(238, 243, 244)", light: "rgb(21, 28, 32)", contrast: "rgb(255, 255, 255)" }[theme]);
    expect(text).toBe(wanted);
    expect(filter.backgroundColor).toBe(wanted);
    expect(filter.color).not.toBe(wanted);
  });

  test(`nothing keeps anybody out of the pages and dialogs in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((theme) => localStorage.setItem("cardroom.settings", JSON.stringify({ theme })), theme);
    await page.goto("/");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    expect(await barriers(page), "signing in").toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog")).toHaveCount(0);
    await openAccount(page, `Axel ${theme}`);
    await expect(page.locator("dialog")).toHaveCount(0);
    await page.locator(".account").click();
    await page.getByRole("button", { name: "Avatar and color" }).click();
    expect(await barriers(page), "the profile").toEqual([]);
    for (const section of ["Settings", "Security"]) {
      await page.getByRole("tab", { name: section }).click();
      expect(await barriers(page), section).toEqual([]);
    }
    await page.locator("dialog").getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
    expect(await barriers(page), "the keys").toEqual([]);
    await page.keyboard.press("Escape");
    for (const at of ["#/", "#/tournaments", "#/leagues", "#/host", "#/host/tournament", "#/join", "#/hands"]) {
      await page.goto(`/${at}`);
      await expect(page.locator("h1").first()).toBeAttached();
      expect(await barriers(page), at).toEqual([]);
    }
    await page.goto("/#/");
    await page.locator(".table-card", { hasText: "Sirius" }).first().click();
    await expect(page.locator(".felt")).toBeVisible();
    expect(await barriers(page), "a table").toEqual([]);
  });
}
