// What the room sent to a hook in 30 days: each attempt with its status, and a button that sends
// the event again.
import { useEffect, useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import type { DeliveryPage, HookDelivery } from "cardroom-bot/protocol";
import { listDeliveries } from "../room/requests/hooks";
import { room, useRoom } from "../room/room";
import { momentOf } from "../room/words";
import { t } from "../words/words";
import { eventText } from "./hook-terms";
import { Pager } from "./pager";

const PAGE = 25;
/** How often an open list is read again: an attempt ends when the other server answers. */
const LOOK_EVERY_MS = 3000;

interface Shown {
  hook: number;
  address: string;
  /** Increases with every order about the hook. */
  changes: number;
  sendAgain(event: number): Promise<void>;
}

export const Deliveries = (shown: Shown) => {
  const [open, unfold] = useState(false);
  return (
    <details class="fold-out" onToggle={({ currentTarget }) => unfold(currentTarget.open)}>
      <summary>{t("hooks-deliveries")}</summary>
      {open && <Attempts {...shown} />}
    </details>
  );
};

const Attempts = ({ hook, address, changes, sendAgain }: Shown) => {
  const { line: { standing } } = useRoom();
  const [from, turnTo] = useState(0);
  const [page, take] = useState<DeliveryPage | null>(null);
  useEffect(() => {
    if (standing !== "open") return;
    let stale = false;
    const bring = async (): Promise<void> => {
      try {
        const found = await listDeliveries(hook, from);
        if (!stale) take(found);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        clearInterval(again);
        if (!stale) room.screen.toast(error.message, true);
      }
    };
    const again = setInterval(() => void bring(), LOOK_EVERY_MS);
    void bring();
    return () => {
      stale = true;
      clearInterval(again);
    };
  }, [standing, hook, from, changes]);
  if (!page) return <p class="mute">{t("hooks-loading")}</p>;
  return (
    <>
      {page.total === 0 && <p class="mute">{t("hooks-no-deliveries")}</p>}
      <ul class="deliveries" aria-label={t("hooks-deliveries-of", { address })}>
        {page.deliveries.map((delivery) => (
          <Attempt key={`${delivery.event} ${delivery.attempt} ${delivery.at}`} delivery={delivery} sendAgain={sendAgain} />
        ))}
      </ul>
      <Pager from={from} size={PAGE} total={page.total} turnTo={turnTo} />
    </>
  );
};

const Attempt = ({ delivery, sendAgain }: { delivery: HookDelivery; sendAgain(event: number): Promise<void> }) => {
  const { event, kind, attempt, at, took_ms, status, error } = delivery;
  const good = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span>
        <b>{eventText(kind)}</b> <span class="mute">{t("hooks-number", { number: String(event) })}</span>
        <span class="tags">
          <i class={`tag ${good ? "green" : "gold"}`}>{status === null ? t("hooks-no-answer") : t("hooks-status", { status: String(status) })}</i>
          {attempt > 1 && <i class="tag">{t("hooks-attempt", { attempt })}</i>}
        </span>
        <small class="mute">{t("hooks-took", { date: momentOf(at), ms: took_ms })}</small>
        {error !== null && <small class="mute">{error}</small>}
      </span>
      <button aria-label={t("hooks-send-again-of", { event: eventText(kind), number: String(event) })} onClick={() => void sendAgain(event)}>
        {t("hooks-send-again")}
      </button>
    </li>
  );
};
