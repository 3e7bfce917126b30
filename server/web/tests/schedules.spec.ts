// Schedules on the floor's page: one is made, changed and ended, and a refusal shows at its field.
import type { Locator } from "@playwright/test";
import { barriers } from "./axe";
import { expect, rule, test } from "./room";
import { SIZES, picture } from "./sizes";

test.use({ timezoneId: "Europe/Berlin" });

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** Returns the day of the week so many days from now. */
const dayIn = (days: number): number => new Date(Date.now() + days * 86_400_000).getDay();

/** Returns the date of the next start that a row of the list shows. */
const nextOf = async (row: Locator): Promise<Date> => new Date(/Next: (.*[AP]M)\./.exec((await row.innerText()).replaceAll("\u202f", " "))?.[1] ?? "");

for (const size of ["phone", "laptop"] as const) {
  test(`the floor makes a schedule, sees its next date, changes it and ends it: ${size}`, async ({ page }) => {
    test.slow();
    const [width, height] = SIZES[size];
    await page.setViewportSize({ width, height });
    await rule(page);
    const part = page.getByRole("region", { name: "Schedules" });
    const looks = async (state: string, shown: Locator): Promise<void> => {
      await shown.scrollIntoViewIfNeeded();
      await picture(page, `shots/${size}-schedule-${state}.png`);
      expect(await barriers(page), state).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThanOrEqual(0);
    };

    const configured = part.getByRole("listitem").filter({ hasText: "Quick six" });
    await expect(configured).toContainText("Configuration");
    await expect(configured).toContainText("counts for The Analysts");
    await expect(configured.getByRole("button"), "only its file changes it").toHaveCount(0);

    const name = `Club night ${size}`;
    await part.getByText("New schedule").click();
    const form = part.getByRole("form", { name: "New schedule" });
    await expect(form.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Berlin");
    await form.getByRole("textbox", { name: "Name" }).fill(name);
    await form.getByRole("combobox", { name: "Structure" }).selectOption("weekly-table");
    await form.getByRole("combobox", { name: "League" }).selectOption("analysts");
    // Far enough ahead that no other test sees a tournament of it.
    await form.getByLabel("Day of start 1").selectOption(DAYS[dayIn(4)] ?? "");
    await form.getByLabel("Time of start 1").fill("20:15");
    await form.getByLabel("Entries open before the start", { exact: true }).fill("12");
    await form.getByLabel("Unit: Entries open").selectOption("hours");
    await form.getByLabel("Reason").fill("The club wants it");
    await form.getByRole("button", { name: "Make" }).click();

    const row = part.getByRole("listitem").filter({ hasText: name });
    await expect(row).toContainText("20:15 (Europe/Berlin)");
    await expect(row).toContainText("Entries open 12 hours before.");
    await expect(row).toContainText("counts for The Analysts");
    expect((await nextOf(row)).getDay()).toBe(dayIn(4));
    await expect(part.getByRole("heading", { name: "Schedules" })).toBeFocused();

    // No two schedules have one name.
    await form.getByRole("textbox", { name: "Name" }).fill(name);
    await form.getByRole("combobox", { name: "Structure" }).selectOption("weekly-table");
    await form.getByLabel("Reason").fill("Once more");
    await form.getByRole("button", { name: "Make" }).click();
    await expect(form.locator("label").filter({ has: page.getByRole("textbox", { name: "Name" }) }).getByRole("alert")).toContainText("Another schedule has this name.");
    await looks("refused", form);
    await form.getByRole("textbox", { name: "Name" }).fill("Another");
    await expect(form.getByRole("alert"), "the refusal is about the name that was there").toHaveCount(0);

    await row.getByRole("button", { name: "Change" }).click();
    const change = row.getByRole("form", { name: `Change: ${name}` });
    await expect(change.getByRole("textbox", { name: "Name" }), "a schedule keeps its name").toHaveCount(0);
    await expect(change.getByLabel("Entries open before the start", { exact: true })).toHaveValue("12");
    await change.getByRole("button", { name: "Add a start" }).click();
    await change.getByLabel("Day of start 2").selectOption(DAYS[dayIn(3)] ?? "");
    await change.getByLabel("Time of start 2").fill("09:30");
    await change.getByLabel("Reason").fill("A morning, too");
    await looks("change", change);
    await change.getByRole("button", { name: "Change" }).click();
    await expect(change).toHaveCount(0);
    await expect(row).toContainText(/20:15, \w+ 09:30 \(Europe\/Berlin\)/);
    await expect.poll(async () => (await nextOf(row)).getDay()).toBe(dayIn(3));
    await page.reload();
    await expect(row).toContainText("09:30");

    await row.getByRole("button", { name: "End" }).click();
    await row.getByLabel("Reason").fill("The pub closes");
    await looks("end", row);
    await row.getByRole("button", { name: "End" }).click();
    await expect(row).toHaveCount(0);
    await expect(configured).toBeVisible();
  });
}

test("in German, a refused term has a German sentence at its field", async ({ page }) => {
  await rule(page);
  await page.evaluate(() => localStorage.setItem("cardroom.settings", '{"language":"de"}'));
  await page.reload();
  const part = page.getByRole("region", { name: "Turnierreihen" });
  await part.getByText("Neue Turnierreihe").click();
  const form = part.getByRole("form", { name: "Neue Turnierreihe" });
  await form.getByRole("textbox", { name: "Name" }).fill("Kneipe");
  await form.getByRole("combobox", { name: "Struktur" }).selectOption("pub-trio");
  await form.getByRole("combobox", { name: "Beginn", exact: true }).selectOption("sobald es voll ist");
  await expect(form.getByRole("combobox", { name: "Zeitzone" })).toHaveCount(0);
  const verifiable = form.locator("label", { hasText: "Prüfbare Ausgaben" });
  await verifiable.getByRole("combobox").selectOption("ja");
  await form.getByLabel("Grund").fill("Jeden Abend");
  await form.getByRole("button", { name: "Anlegen" }).click();
  await expect(verifiable.getByRole("alert")).toContainText("Prüfbare Ausgaben gehen mit dieser Struktur nicht.");
  await expect(verifiable.locator("[lang=en]")).not.toBeEmpty();
  await expect(page.locator(".toast.bad")).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
});
