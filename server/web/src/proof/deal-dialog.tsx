// What the page knows about the deals of a table: the last hand that it checked, what players can
// compare, and what is wrong.
import { Dialog } from "../parts/dialog";
import type { Failure, Follower } from "../deal/follower";
import type { Mark } from "../room/requests/deals";
import { room, useRoomBesidesLobby } from "../room/room";
import { save } from "../room/save";
import { settings } from "../room/settings";
import { chips } from "../room/words";
import { t } from "../words/words";
import "../style/proof.css";

const Failed = ({ failure, follower }: { failure: Failure; follower: Follower }) => (
  <section class="proof-verdict verdict-fails">
    <b>{failure.hand === null ? t("proof-failed", { code: failure.code }) : t("proof-failed-hand", { code: failure.code, hand: String(failure.hand) })}</b>
    <p>{t(`proof-code-${failure.code.toLowerCase().replaceAll("_", "-")}`)}</p>
    <p class="mute" lang="en">
      {failure.sentence}
    </p>
    <p>{t(follower.newKey === null ? "proof-failed-advice" : "proof-new-key-advice")}</p>
    <div class="row">
      <button class="primary" autofocus onClick={() => save(new Blob([failure.evidence.text], { type: "application/json" }), failure.evidence.name)}>
        {t("table-deal-save")}
      </button>
      {follower.newKey !== null && <button onClick={() => follower.believe()}>{t("proof-believe")}</button>}
    </div>
  </section>
);

const Facts = ({ follower, table }: { follower: Follower; table: number }) => {
  const { checked, code, count, givenUp } = follower;
  return (
    <>
      {checked && checked.contributors === 0 && <p class="proof-warning">{t("proof-warn-nobody")}</p>}
      {checked?.packs === 1 && <p class="proof-warning">{t("proof-warn-one-pack")}</p>}
      {follower.isGivenUpOften && <p class="proof-warning">{t("proof-warn-given-up")}</p>}
      {follower.askedTwice && <p class="proof-warning">{t("proof-warn-asked-twice")}</p>}
      <dl class="proof-facts">
        <dt>{t("proof-hands-checked")}</dt>
        <dd>{chips(count)}</dd>
        {checked && (
          <>
            <dt>{t("proof-last-checked")}</dt>
            <dd>
              <a href={`#/verify/${table}-${checked.hand}`}>{t("proof-hand-number", { hand: String(checked.hand) })}</a>
            </dd>
            <dt>{t("proof-contributors")}</dt>
            <dd>{t(checked.contributed ? "proof-contributors-with-you" : "proof-contributors-count", { count: checked.contributors })}</dd>
          </>
        )}
        {code && (
          <>
            <dt>{t("proof-code-of", { hand: String(code.hand) })}</dt>
            <dd class="code">{code.code}</dd>
          </>
        )}
        <dt>{t("proof-given-up")}</dt>
        <dd>{chips(givenUp)}</dd>
      </dl>
      {code && <p class="mute">{t("proof-compare")}</p>}
    </>
  );
};

export const DealDialog = ({ table, close }: { table: number; close(): void }) => {
  useRoomBesidesLobby();
  const follower = room.deals.follower(table);
  const mark: Mark = room.deals.markOf(table) ?? "out";
  const says = mark === "watching" && !follower?.checked ? "waiting" : mark;
  return (
    <Dialog title={t(`table-deal-${mark}`)} close={close}>
      <div class="proof">
        {follower?.failure ? <Failed failure={follower.failure} follower={follower} /> : <p tabIndex={-1} autofocus>{t(`proof-mark-${says}`)}</p>}
        {follower && mark !== "out" && <Facts follower={follower} table={table} />}
        <label class="toggle">
          <input type="checkbox" role="switch" checked={settings.deals} onChange={({ currentTarget }) => room.deals.choose(currentTarget.checked)} />
          <span>{t("proof-take-part")}</span>
        </label>
        <p class="mute">{t("proof-limit-short")}</p>
        <div class="row">
          <a class="button" href="#/verify/how">
            {t("proof-tab-how")}
          </a>
          <a class="button" href="#/verify">
            {t("proof-tab-check")}
          </a>
        </div>
      </div>
    </Dialog>
  );
};
