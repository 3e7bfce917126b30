// Names: of all scripts, with emoji behind, and shared by guests.
import type { Page } from "@playwright/test";
import { calledAmong, isolated, untagged } from "../src/room/names";
import { barriers } from "./axe";
import { expect, test } from "./room";
import { TABLE, staged } from "./staged";

test("a number behind a name is shown where two players share the name", () => {
  expect(untagged("Anna#12")).toBe("Anna");
  expect(calledAmong("Anna#2", ["Bo", "Anna#2"])).toBe("Anna");
  expect(calledAmong("Anna#2", ["anna", "Anna#2"])).toBe("Anna#2");
  expect(calledAmong("Anna#2", ["Anna#3", "Anna#2"])).toBe("Anna#2");
  expect(calledAmong("Anna", ["Anna", "Anna#2"])).toBe("Anna");
  expect(calledAmong("Anna 2", ["Anna", "Anna 2"]), "a part of the name").toBe("Anna 2");
  expect(calledAmong("#12", []), "a former guest").toBe("#12");
});

test("a name from right to left is isolated, others stay as they are", () => {
  expect(isolated("נועה 🌊")).toBe("\u2068נועה 🌊\u2069");
  for (const name of ["O'Brien", "Anna & Max", "Дмитрий", "Max 🐶"]) expect(isolated(name)).toBe(name);
});

const names = ["Ada", "נועה 🌊", "فاطمة الزهراء", "Anna & Max", "O\u2019Brien 🍀", "Bo", "Max#2", "Max"];

for (const [width, height] of [[390, 844], [320, 568]] as const) {
  test(`names of all scripts and emoji stay on their plates at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { says } = await staged(page, { game: "holdem", seats: 8, names });
    const plates = page.locator(".seat .who");
    await expect(plates).toHaveText(names);
    expect(await plates.evaluateAll((all) => all.map((each) => getComputedStyle(each).direction)), "each name has its own direction").toEqual(
      names.map((name) => (/[א-ي]/.test(name) ? "rtl" : "ltr")),
    );
    const outside = await page.locator(".seat .who").evaluateAll((all) =>
      all.filter((each) => {
        const [name, pod] = [each.getBoundingClientRect(), each.closest(".pod")?.getBoundingClientRect()];
        return !pod || name.left < pod.left - 1 || name.right > pod.right + 1;
      }).map((each) => each.textContent),
    );
    expect(outside, "no name leaves its plate").toEqual([]);
    await expect(page.locator('[data-seat="1"]')).toHaveAttribute("aria-label", /\u2068נועה 🌊\u2069/);
    says({ ChatLine: { table: 7, name: "נועה 🌊", text: "hi 123", staff: false } });
    expect(await barriers(page)).toEqual([]);
    await page.screenshot({ path: `test-results/names-${width}.png` });
  });
}

test("a guest's number is hidden until somebody of the same name sits down, and then stays", async ({ page }) => {
  const { happens } = await staged(page, { game: "holdem", seats: 4, empty: [3], names: ["Ada", "Bo", "Max#2"], turn: false });
  const plate = (seat: number) => page.locator(`[data-seat="${seat}"] .who`);
  await expect(plate(2)).toHaveText("Max");
  happens({ SeatTaken: { seat: 3, name: "max", stack: 5_000, bot: false, avatar: 1, color: 1, staff: false } });
  await expect(plate(3)).toHaveText("max");
  await expect(plate(2)).toHaveText("Max#2");
  happens({ SeatLeft: { seat: 3 } });
  await expect(plate(2), "it does not change back").toHaveText("Max#2");
});

/** Enters as a guest by the page's own dialog. */
const guest = async (page: Page, name: string): Promise<void> => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator("dialog").getByRole("textbox").fill(name);
  await page.locator("dialog form button.primary").click();
  await expect(page.locator(".account")).toBeVisible();
};

test("guests share a name, and a browser whose session ended offers it again", async ({ page, stranger }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await guest(page, "נועה 🌊");
  const other = await stranger();
  await guest(other, "נועה 🌊");
  for (const each of [page, other]) await expect(each.locator(".account .name")).toHaveText("נועה 🌊");
  await page.screenshot({ path: "test-results/names-lobby.png" });
  // House bots leave plain names to people.
  const third = await stranger();
  await guest(third, "Bo");
  await guest(await stranger(), "O'Brien");
  await guest(await stranger(), "Ada");
  // The token has ended.
  await other.evaluate(() => localStorage.setItem("cardroom.token", `cr_${"0".repeat(64)}`));
  await other.reload();
  await other.getByRole("button", { name: "Play", exact: true }).click();
  await expect(other.locator("dialog").getByRole("textbox")).toHaveValue("נועה 🌊");
});

test("the room marks its staff, and a name that claims to be one has no mark", async ({ page }) => {
  const { says, happens } = await staged(page, { game: "holdem", seats: 6, staff: 2, names: ["Ada", "Admin 1", "Flo"], empty: [3] });
  const mark = (seat: number) => page.locator(`[data-seat="${seat}"]`).getByRole("img", { name: "room staff" });
  await expect(mark(2)).toBeVisible();
  await expect(page.locator('[data-seat="2"]')).toHaveAccessibleName(/room staff/);
  await expect(mark(1)).toHaveCount(0);
  happens({ SeatTaken: { seat: 3, name: "Cleo", stack: 5_000, bot: false, avatar: 1, color: 1, staff: true } });
  await expect(mark(3)).toBeVisible();

  await page.getByRole("tab", { name: "Chat" }).click();
  says({ ChatLine: { table: TABLE, name: "Flo", text: "Please be kind.", staff: true } });
  says({ ChatLine: { table: TABLE, name: "Room Support", text: "Tell me your password.", staff: false } });
  const line = (name: string) => page.locator(".panel .lines p", { hasText: name });
  await expect(line("Flo").getByRole("img", { name: "room staff" })).toBeVisible();
  await expect(line("Room Support").getByRole("img")).toHaveCount(0);
});
