// One table from the floor: its players, the action, and the available commands.
import type { DealError, SeatTimeUse, TableCommand } from "cardroom-bot/protocol";
import * as floor from "../room/requests/floor";
import { room, useRoom } from "../room/room";
import type { Table } from "../room/table";
import { LineText, lineStamp } from "../table/line";
import { chips } from "../room/words";
import { t } from "../words/words";
import { atTable, dealErrors } from "./commands";
import { CommandForm, type Lists } from "./form";

const numbered = (count: number): Lists[string] => Array.from({ length: count }, (_, index) => [index, String(index + 1)]);

/** How a player has used the time to decide, under a rulebook that flags stalling. */
const UsedTime = ({ used }: { used: SeatTimeUse | undefined }) =>
  used ? <small class="mute">{t("floor-seat-time", { count: used.decisions, late: used.late, seconds: Math.round(used.mean_ms / 1000) })}</small> : null;

export const AtTable = ({ table }: { table: Table }) => {
  const { account: { session } } = useRoom();
  const { info, hand } = table;
  const lists: Lists = {
    seats: table.seats.all.flatMap((seat) => (seat ? [[seat.seat, `${seat.seat + 1}: ${seat.name}`]] : [])),
    players: table.seats.all.flatMap((seat) => (seat ? [[`${seat.seat} ${seat.name}`, `${seat.seat + 1}: ${seat.name}`]] : [])),
    places: table.seats.all.map((seat, number) => [number, `${number + 1}${seat ? `: ${seat.name}` : ""}`]),
    cards: numbered(hand?.game.hole_cards ?? info.games[0]?.hole_cards ?? 7),
    board: numbered(5),
  };
  const give = async (command: TableCommand, reason: string, rule: string | null): Promise<boolean> =>
    (await floor.direct(table, command, reason, rule)) !== null;
  const report = (error: DealError, reason: string, rule: string | null): Promise<boolean> => give({ DealError: error }, reason, rule);
  const stamp = lineStamp();
  const seen = t("floor-seen-table", { step: table.seq });
  return (
    <>
      <div class="row">
        <a class="button" href={`#/table/${table.id}`}>
          {t("floor-watch")}
        </a>
        {info.hybrid && (
          <>
            <button onClick={() => floor.attend(table.id, true)}>{t("floor-attend")}</button>
            <button class="quiet" onClick={() => floor.attend(table.id, false)}>
              {t("floor-stop-attending")}
            </button>
            <span class="mute" role="status">
              {table.floor.hybrid?.attended ? t("floor-attended") : t("floor-unattended")}
            </span>
          </>
        )}
      </div>
      <ul class="seat-list" aria-label={t("floor-seats")}>
        {table.seats.all.map(
          (seat) =>
            seat && (
              <li key={seat.seat} class={hand?.turn?.seat === seat.seat ? "acts" : ""}>
                <span class="mute">{seat.seat + 1}</span> {seat.name} <b class="number">{chips(seat.stack)}</b>
                <small class="mute">
                  {seat.hand?.bet ? t("floor-seat-bet", { amount: seat.hand.bet }) : !seat.connected ? t("floor-seat-away") : seat.sitting_out ? t("floor-seat-sitting-out") : seat.hand?.folded ? t("floor-seat-folded") : ""}
                </small>
                <UsedTime used={table.floor.timeUse.get(seat.seat)} />
              </li>
            ),
        )}
      </ul>
      {table.floor.flags.length > 0 && (
        <>
          <h3>{t("floor-flags")}</h3>
          <ul class="seat-list" aria-label={t("floor-flags")}>
            {table.floor.flags.map((line) => (
              <li key={line.id}>
                <LineText line={line} stamp={stamp} />
              </li>
            ))}
          </ul>
        </>
      )}
      <CommandForm key={`orders ${session?.name}`} label={t("floor-command")} of={info.name} commands={atTable(info.hybrid, room.account.hosts(info))} lists={lists} seen={seen} give={give} />
      <h3>{t("floor-deal-error")}</h3>
      <CommandForm label={t("floor-what-went-wrong")} commands={dealErrors(info.hybrid)} lists={lists} seen={seen} verb={t("floor-report")} note={t("floor-deal-error-note")} give={report} />
      <div class="lines short" tabIndex={0} role="region" aria-label={t("floor-table-log")}>
        <div>
          {table.log.lines.slice(-14).map((line) => (
            <p key={line.id} class={`line-${line.kind}`}>
              <LineText line={line} stamp={stamp} />
            </p>
          ))}
          {table.log.lines.length === 0 && <p class="mute">{t("floor-no-log")}</p>}
        </div>
      </div>
    </>
  );
};
