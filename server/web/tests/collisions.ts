// Finds elements of a felt that overlap others or are cut off by the edge of the screen.
import type { Page } from "@playwright/test";

/** Returns the elements that overlap others or are cut off by the edge of the screen. */
export const collisions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Tolerates a shadow, a border or the rounding of a pixel. */
    const SLACK = 2.5;
    const KINDS = {
      pod: ".seat .pod", back: ".seat:not(.mine) .cards:not(.faces) .card", up: ".seat:not(.mine) .cards.faces .card", own: ".seat.mine .cards .card", under: ".under > *",
      bet: ".bet:not(.flying *) .pile", dealer: ".dealer", who: ".who", behind: ".behind",
      board: ".board .card", pot: ".pot-sum, .pots li", button: ".table-page button, .table-page a", amount: ".wager-amount", strip: ".strip dd", halt: ".halt",
    };
    /** The space that a text takes, which is less than its line. */
    const written = (element: HTMLElement): DOMRect => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, line] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      const left = Math.max(text.left, line.left + parseFloat(getComputedStyle(element).paddingLeft));
      const right = Math.min(text.right, line.right - parseFloat(getComputedStyle(element).paddingRight));
      return new DOMRect(left, line.top, Math.max(0, right - left), line.height);
    };
    const parts = Object.entries(KINDS).flatMap(([kind, selector]) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .map((element) => ({
          kind, element, box: kind === "who" || kind === "behind" ? written(element) : element.getBoundingClientRect(), seat: element.closest("[data-seat]") ?? (kind === "dealer" ? document.querySelector(".deals") : null),
          said: `${kind} ${element.textContent || element.getAttribute("aria-label")}`,
        }))
        .filter(({ box }) => box.width > 0 && box.height > 0),
    );
    const cut = parts.filter(({ box }) => box.left < -SLACK || box.top < -SLACK || box.right > innerWidth + SLACK || box.bottom > innerHeight + SLACK);
    // A seat's cards reach behind its pod, and its own cards overlap. Anything below a pod is
    // attached to it. On a phone the button lies within a pod, and beside what is written there.
    const isWithin = (one: DOMRect, other: DOMRect): boolean =>
      one.left >= other.left - SLACK && one.right <= other.right + SLACK && one.top >= other.top - SLACK && one.bottom <= other.bottom + SLACK;
    const isMeant = (one: (typeof parts)[number], other: (typeof parts)[number]): boolean =>
      one.element.contains(other.element) || other.element.contains(one.element) || (one.seat !== null && one.seat === other.seat && mayTouch(one, other));
    const mayTouch = (one: (typeof parts)[number], other: (typeof parts)[number]): boolean => {
      const [pod, dealer] = [one.seat?.querySelector(".pod"), [one, other].find(({ kind }) => kind === "dealer")];
      if (!dealer || !pod) return true;
      return isWithin(dealer.box, pod.getBoundingClientRect()) && one.kind !== "who" && one.kind !== "behind" && other.kind !== "who" && other.kind !== "behind";
    };
    const over = parts.flatMap((one, index) =>
      parts.slice(index + 1).filter((other) => {
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        return wide > SLACK && high > SLACK && !isMeant(one, other);
      }).map((other) => `${one.said} × ${other.said}`),
    );
    return [...cut.map(({ said }) => `${said} is cut off`), ...over];
  });

/** Returns the overlaps that remain once the felt has taken its new shape. */
export const settled = async (page: Page): Promise<string[]> => {
  let found: string[] = [];
  for (let looks = 0; looks < 12; looks += 1) {
    await page.waitForTimeout(200);
    found = await collisions(page);
    if (found.length === 0) break;
  }
  return found;
};
