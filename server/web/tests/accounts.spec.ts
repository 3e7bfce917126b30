// Managing accounts: an operator finds, renames, suspends, resets and erases them, and a player
// sets up a second factor.
import { PASSWORD, administer, codeOf, order, register, signIn } from "./accounts";
import { barriers } from "./axe";
import { FLOOR, comeIn, expect, myTurn, sitAt, test } from "./room";

test("an account that is suspended while it plays leaves after the hand and cannot sign in", async ({ page, stranger }) => {
  const player = await stranger();
  await register(player, "Tess");
  await sitAt(player, "Castor");
  await myTurn(player);
  const account = await administer(page, "Tess");
  await expect(account.getByText("Castor")).toBeVisible();
  await order(account, "Suspend", "Abuse in chat.");
  await expect(account.getByText("Suspended without an end.")).toBeVisible();
  await expect(player.locator(".toast", { hasText: "suspended" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Operations" })).toContainText("Abuse in chat.");
  expect(await barriers(page)).toEqual([]);
  await page.screenshot({ path: "shots/laptop-accounts.png" });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.screenshot({ path: "shots/phone-accounts.png" });
  await expect(player.locator(".account")).toHaveCount(0);
  await signIn(player, "Tess", PASSWORD);
  await expect(player.locator("dialog").getByRole("alert")).toContainText("Your account is suspended without an end.");
  // The seat is free, and nothing is left on the table.
  await expect(account.getByText("Castor")).toHaveCount(0);
  await order(account, "Restore", "It was a misunderstanding.");
  await expect(account.getByText("Suspended without an end.")).toHaveCount(0);
  await player.locator("dialog form button").click();
  await expect(player.locator(".account")).toContainText("Tess");
});

test("a player who forgot the password sets a new one with the operator's link", async ({ page, stranger }) => {
  const player = await stranger();
  await register(player, "Uma");
  const account = await administer(page, "Uma");
  await order(account, "ResetPassword", "She asked by telephone.");
  const link = await account.locator(".new-token code").textContent();
  const fresh = await stranger();
  await fresh.goto(link ?? "");
  await fresh.getByLabel("New password").fill("a better horse battery");
  await fresh.getByRole("button", { name: "Set a new password" }).click();
  await expect(fresh.locator(".account")).toContainText("Uma");
  const again = await stranger();
  await again.goto(link ?? "");
  await again.getByLabel("New password").fill("a third horse battery");
  await again.getByRole("button", { name: "Set a new password" }).click();
  await expect(again.getByRole("alert").first()).toContainText("This code is wrong, was used already, or has ended.");
  expect(await barriers(again)).toEqual([]);
});

test("a second factor is set up with a code, asked for at the next login, and removed by the operator", async ({ page, stranger }) => {
  const player = await stranger();
  await register(player, "Vicky");
  await player.locator(".account").click();
  await player.getByRole("tab", { name: "Security" }).click();
  const factor = player.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Password").fill(PASSWORD);
  await factor.getByRole("button", { name: "Set up a second factor" }).click();
  await expect(factor.locator(".qr svg")).toBeVisible();
  const key = (await factor.locator("form code").textContent())?.replaceAll(" ", "") ?? "";
  await factor.getByLabel("Code", { exact: true }).fill(codeOf(key, 0));
  await player.screenshot({ path: "shots/laptop-second-factor.png" });
  await factor.getByRole("button", { name: "Confirm" }).click();
  await expect(factor.locator(".new-token code")).toContainText(/^\w{6}-\w{6}\n/);
  expect(await barriers(player)).toEqual([]);

  const elsewhere = await stranger();
  await signIn(elsewhere, "Vicky", PASSWORD);
  const code = elsewhere.getByLabel("Code of your authenticator, or a recovery code");
  await code.fill("000000");
  await elsewhere.locator("dialog form button").click();
  await expect(elsewhere.locator("dialog").getByRole("alert")).toContainText("This code is wrong");
  await code.fill(codeOf(key, 1));
  await elsewhere.locator("dialog form button").click();
  await expect(elsewhere.locator(".account")).toContainText("Vicky");

  const account = await administer(page, "Vicky");
  await order(account, "RemoveSecondFactor", "She lost her phone, and showed her passport.");
  await expect(page.getByRole("region", { name: "Operations" })).toContainText("Removed the second factor");
  const third = await stranger();
  await signIn(third, "Vicky", PASSWORD);
  await expect(third.locator(".account")).toContainText("Vicky");
});

test("an administrator types the code again before an order, if the sign-in did not prove it lately", async ({ page, stranger }) => {
  const [player, ruth, later] = [await stranger(), await stranger(), await stranger()];
  await comeIn(player, "Zacharias");
  await register(ruth, "Ruth");
  const account = await administer(page, "Ruth");
  await account.getByLabel("What to do").selectOption("SetRole");
  await account.locator("select").nth(1).selectOption("Admin");
  await account.getByLabel("Reason").fill("She runs the room.");
  await account.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Operations" })).toContainText("Gave the role admin");
  // The second factor is set up in another browser, so this one has not proven it.
  await signIn(later, "Ruth", PASSWORD);
  await later.locator(".account").click();
  await later.getByRole("tab", { name: "Security" }).click();
  const factor = later.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Password").fill(PASSWORD);
  await factor.getByRole("button", { name: "Set up a second factor" }).click();
  const key = (await factor.locator("form code").textContent())?.replaceAll(" ", "") ?? "";
  await factor.getByLabel("Code", { exact: true }).fill(codeOf(key, 0));
  await factor.getByRole("button", { name: "Confirm" }).click();
  await expect(factor.locator(".new-token code")).toBeVisible();

  await ruth.reload();
  await ruth.getByRole("link", { name: "Accounts" }).click();
  await ruth.getByRole("searchbox", { name: "Name" }).fill("Zacharias");
  await ruth.locator(".glance button", { hasText: "Zacharias" }).click();
  const gift = ruth.getByRole("region", { name: "Account", exact: true });
  await gift.getByLabel("What to do").selectOption("GrantChips");
  await gift.getByRole("spinbutton", { name: "Chips" }).fill("2500");
  await gift.getByLabel("Reason").fill("A prize.");
  await gift.getByRole("button", { name: "Apply" }).click();
  const code = gift.getByLabel("Code of your second factor");
  await code.fill("000000");
  await gift.getByRole("button", { name: "Apply" }).click();
  await expect(gift.getByRole("alert")).toContainText("This code is wrong");
  await ruth.screenshot({ path: "shots/laptop-prove-factor.png" });
  await code.fill(codeOf(key, 1));
  await gift.getByRole("button", { name: "Apply" }).click();
  await expect(player.locator(".account"), "what was typed before is sent").toContainText("12,500");
  await expect(code).toHaveCount(0);
});

test("a player with a second factor signs in again after a change of the password", async ({ page }) => {
  await register(page, "Wilma");
  await page.locator(".account").click();
  await page.getByRole("tab", { name: "Security" }).click();
  const factor = page.getByRole("region", { name: "Second factor" });
  await factor.getByLabel("Password").fill(PASSWORD);
  await factor.getByRole("button", { name: "Set up a second factor" }).click();
  const key = (await factor.locator("form code").textContent())?.replaceAll(" ", "") ?? "";
  await factor.getByLabel("Code", { exact: true }).fill(codeOf(key, 0));
  await factor.getByRole("button", { name: "Confirm" }).click();
  await expect(factor.locator(".new-token code")).toBeVisible();
  const form = page.getByRole("region", { name: "Change password" });
  await form.getByLabel("Current password").fill(PASSWORD);
  await form.getByLabel("New password").fill("an even longer password");
  await form.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in" });
  await dialog.getByLabel("Name", { exact: true }).fill("Wilma");
  await dialog.getByLabel("Password").fill("an even longer password");
  await dialog.locator("form button").click();
  await dialog.getByLabel(/recovery code/).fill(codeOf(key, 1));
  await dialog.locator("form button").click();
  await expect(page.locator("dialog")).toHaveCount(0);
  await expect(page.locator(".account")).toContainText("Wilma");
});

test("an account is exported and erased, and chips are given with a reason", async ({ page, stranger }) => {
  const player = await stranger();
  await comeIn(player, "Walt");
  const account = await administer(page, "Walt");
  await account.getByLabel("What to do").selectOption("GrantChips");
  await account.getByRole("spinbutton", { name: "Chips" }).fill("2500");
  await account.getByLabel("Reason").fill("A prize.");
  await account.getByRole("button", { name: "Apply" }).click();
  await expect(account.locator(".facts")).toContainText("12,500");
  await expect(player.locator(".account")).toContainText("12,500");
  await account.getByRole("button", { name: "Export data" }).click();
  await account.getByLabel("Why you export it").fill("He asked for it.");
  const download = page.waitForEvent("download");
  await account.getByRole("button", { name: "Export data" }).click();
  expect((await download).suggestedFilename()).toBe("Walt.jsonl");
  await account.getByLabel("What to do").selectOption("Erase");
  await account.getByLabel("Type Walt to confirm").fill("Walt");
  await account.getByLabel("Reason").fill("He asked for it.");
  await account.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Choose an account.")).toBeVisible();
  await expect(page.locator(".glance button", { hasText: "Walt" })).toHaveCount(0);
  await expect(player.locator(".account")).toHaveCount(0);
});

test("an operator opens an account, and players see nothing of accounts", async ({ page, stranger }) => {
  await signIn(page, FLOOR.name, FLOOR.password);
  await page.getByRole("link", { name: "Accounts" }).click();
  await page.locator("summary", { hasText: "Open an account" }).click();
  const form = page.locator("details form");
  await form.getByLabel("Name").fill("Xena");
  await form.getByLabel("Reason").fill("Rules tonight.");
  await form.getByRole("button").click();
  await expect(page.locator("details .new-token code")).toContainText("/#/reset/cr_");
  const player = await stranger();
  await comeIn(player, "Yve");
  await expect(player.getByRole("link", { name: "Accounts" })).toHaveCount(0);
  await player.goto("/#/accounts");
  await expect(player.getByText("Only the floor and administrators look after accounts.")).toBeVisible();
});

test("a player reports another with the hand, and the operator looks, settles it and removes the player", async ({ page, stranger }) => {
  // Three people, and two hands.
  test.slow();
  const [one, other] = [await stranger(), await stranger()];
  await comeIn(one, "Zoe");
  await comeIn(other, "Adam");
  for (const each of [one, other]) await sitAt(each, "Altair");
  await expect(one.locator(".log-hand").first()).toBeVisible({ timeout: 60_000 });
  // After the first hand there is one to attach.
  await expect(async () => {
    for (const each of [one, other]) {
      const fold = each.getByRole("button", { name: /^(Check|Fold)$/ }).first();
      if (await fold.isVisible()) await fold.click({ timeout: 500 }).catch(() => undefined);
    }
    expect(await one.locator(".log-hand").count()).toBeGreaterThan(1);
  }).toPass({ timeout: 60_000 });
  await one.getByRole("tab", { name: /Chat/ }).click();
  await one.getByRole("button", { name: "Report a player" }).click();
  await one.locator("dialog select").selectOption("Adam");
  await one.getByLabel("What happened").fill("He folded aces to a friend.");
  expect(await barriers(one)).toEqual([]);
  await one.getByRole("button", { name: "Send report" }).click();
  await expect(one.locator(".toast", { hasText: "Report sent" })).toBeVisible();

  const account = await administer(page, "Adam");
  const reports = page.getByRole("region", { name: "Reports", exact: true });
  await expect(reports).toContainText("He folded aces to a friend.");
  await expect(reports.getByRole("link", { name: /^hand/ })).toHaveAttribute("href", /#\/hand\/\d+-\d+/);
  await page.screenshot({ path: "shots/laptop-reports.png" });
  await order(account, "Remove", "Soft play.");
  await expect(other.locator(".seat.mine")).toHaveCount(0, { timeout: 60_000 });
  await reports.getByLabel("Outcome").fill("Removed from the table.");
  await reports.getByRole("button", { name: "Settle" }).click();
  await expect(reports).toContainText("No reports.");
  expect(await barriers(page)).toEqual([]);
});
