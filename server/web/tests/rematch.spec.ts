// The podium when somebody wants a rematch: who it is, and one tap to join.
import { barriers } from "./axe";
import { expect, test } from "./room";
import { TOURNAMENT, staged, tournament } from "./staged";

test("the podium has faces, and says who wants a rematch", async ({ page }) => {
  const view = tournament();
  view.info.state = "Finished";
  view.you = null;
  const { asked, says } = await staged(page, { game: "holdem", seats: 6, own: null, idle: true, tournament: view });
  await page.goto(`/#/tournament/${TOURNAMENT}`);
  const podium = page.getByRole("region", { name: "Final standings" });
  await expect(podium.locator("li svg.avatar")).toHaveCount(3);
  says({ RematchOffered: { tournament: TOURNAMENT, next: 9, name: "Mia", code: null } });
  const wish = podium.getByRole("group", { name: "Mia wants a rematch" });
  await expect(wish.getByRole("status")).toHaveText("Mia wants a rematch");
  await expect(page.locator(".toast"), "the podium says it").toHaveCount(0);
  for (const [name, width, height] of [["phone", 390, 844], ["landscape", 844, 390], ["small", 320, 568], ["tablet", 820, 1180], ["desktop", 1366, 768]] as const) {
    await page.setViewportSize({ width, height });
    await wish.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `shots/${name}-rematch-offered.png` });
  }
  expect(await barriers(page)).toEqual([]);
  await wish.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(/#\/tournament\/9$/);
  expect(asked).toContainEqual({ EnterTournament: expect.objectContaining({ tournament: 9, of_age: false }) });
});
