// Players' reports, and the chat of the reported player, for operators.
import { useEffect, useState } from "preact/hooks";
import type { ChatPage, Report, ReportPage } from "cardroom-bot/protocol";
import { AskingForm } from "../parts/asking-form";
import { administer, listReports, searchChat } from "../room/requests/administration";
import { room, useRoom } from "../room/room";
import { momentOf } from "../room/words";
import { t } from "../words/words";
import { Pager } from "./pager";

const PAGE = 20;
const LINES = 50;

const tableName = (table: number): string => room.lobby.tables.get(table)?.name ?? t("admin-table", { table });

/** The open reports, or all of them. */
export const Reports = ({ open, changes }: { open(name: string): void; changes: number }) => {
  const { line: { standing } } = useRoom();
  const [all, show] = useState(false);
  const [from, turnTo] = useState(0);
  const [page, take] = useState<ReportPage | null>(null);
  const bring = async (): Promise<void> => take(await listReports(!all, from));
  useEffect(() => {
    if (standing === "open") void bring();
  }, [standing, all, from, changes]);
  return (
    <section aria-label={t("admin-reports")}>
      <div class="spread">
        <h2>{t("admin-reports-open", { count: all ? 0 : (page?.total ?? 0) })}</h2>
        <label class="toggle">
          <input type="checkbox" role="switch" checked={all} onChange={({ currentTarget }) => (show(currentTarget.checked), turnTo(0))} />
          <span>{t("admin-reports-all")}</span>
        </label>
      </div>
      {page?.total === 0 && <p class="mute">{t("admin-reports-none")}</p>}
      <ul class="reports">
        {page?.reports.map((report) => (
          <OneReport key={report.number} report={report} open={open} settled={bring} />
        ))}
      </ul>
      {page && <Pager from={from} size={PAGE} total={page.total} turnTo={turnTo} />}
    </section>
  );
};

const OneReport = ({ report, open, settled }: { report: Report; open(name: string): void; settled(): Promise<void> }) => {
  const [outcome, write] = useState("");
  const settle = async (): Promise<void> => {
    await administer({ SettleReport: report.number }, outcome.trim());
    await settled();
  };
  return (
    <li>
      <p>
        <button class="link" onClick={() => open(report.player)}>
          {report.player}
        </button>{" "}
        <span class="mute">
          {t("admin-reported-by", { name: report.reporter, table: tableName(report.table), date: momentOf(report.at) })}
          {report.hand !== null && (
            <>
              {" · "}
              <a href={`#/hand/${report.table}-${report.hand}`}>{t("admin-report-hand", { hand: report.hand })}</a>
            </>
          )}
        </span>
      </p>
      <p>{report.text}</p>
      {report.settled_at !== null ? (
        <p class="mute small">{t("admin-settled", { date: momentOf(report.settled_at), outcome: report.outcome })}</p>
      ) : (
        <AskingForm action={t("admin-settle")} send={settle}>
          <label>
            {t("admin-outcome")}
            <input value={outcome} onInput={({ currentTarget }) => write(currentTarget.value)} required maxLength={280} autocomplete="off" />
          </label>
        </AskingForm>
      )}
    </li>
  );
};

/** An account's chat at the tables, the latest first. */
export const Said = ({ account }: { account: string }) => {
  const { line: { standing } } = useRoom();
  const [text, search] = useState("");
  const [from, turnTo] = useState(0);
  const [page, take] = useState<ChatPage | null>(null);
  useEffect(() => {
    if (standing === "open") void searchChat(text, account, from).then(take);
  }, [standing, account, text, from]);
  return (
    <details class="fold-out">
      <summary>{t("admin-chat")}</summary>
      <label>
        {t("admin-chat-search")}
        <input type="search" value={text} onInput={({ currentTarget }) => (search(currentTarget.value), turnTo(0))} maxLength={280} />
      </label>
      {page?.total === 0 && <p class="mute">{t("admin-chat-none")}</p>}
      <div class="lines short" tabIndex={0} role="log" aria-label={t("admin-chat")}>
        {page?.lines.map((line, index) => (
          <p key={`${line.at} ${index}`}>
            <span class="mute">
              {momentOf(line.at)}, {tableName(line.table)}:
            </span>{" "}
            {line.text}
          </p>
        ))}
      </div>
      {page && <Pager from={from} size={LINES} total={page.total} turnTo={turnTo} />}
    </details>
  );
};
