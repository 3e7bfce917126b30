// The mark of an account of the staff, which the room gives and nobody can write into a name.

import { t } from "../words/words";

export const StaffMark = () => (
  <svg class="staff" viewBox="0 0 12 12" role="img" aria-label={t("staff")}>
    <title>{t("staff-title")}</title>
    <path d="M6 .6 11 2.4v3.2c0 2.9-2 4.9-5 5.8C3 10.5 1 8.5 1 5.6V2.4Z" fill="currentColor" />
    <path d="m3.6 5.9 1.7 1.7 3.2-3.4" fill="none" stroke="var(--staff-tick, #10161b)" stroke-width="1.3" />
  </svg>
);
