// The two buttons under a list that comes in pages.
import { t } from "../words/words";

interface Paged {
  /** The place of the first entry that is shown. */
  from: number;
  /** How many entries a page has. */
  size: number;
  total: number;
  turnTo(from: number): void;
}

/** Leads to the page before and the next one. A list of one page has none. */
export const Pager = ({ from, size, total, turnTo }: Paged) =>
  total > size ? (
    <div class="row">
      <button disabled={from === 0} onClick={() => turnTo(Math.max(0, from - size))}>
        {t("admin-before")}
      </button>
      <button disabled={from + size >= total} onClick={() => turnTo(from + size)}>
        {t("admin-next")}
      </button>
    </div>
  ) : null;
