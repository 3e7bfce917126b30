// The two buttons under a list that comes in pages.
import { t } from "../words/words";

interface Paged {
  /** The index of the first entry shown. */
  from: number;
  /** The number of entries on a page. */
  size: number;
  total: number;
  turnTo(from: number): void;
}

/** Leads to the previous and the next page. A list of one page has no buttons. */
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
