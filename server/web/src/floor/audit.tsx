// The floor's commands at tables, the latest first, as far back as the operator scrolls.
import { useState } from "preact/hooks";
import * as floor from "../room/requests/floor";
import { useRoom } from "../room/room";
import { chips, tableName } from "../room/words";
import { language, t } from "../words/words";
import { tableCommandText } from "./command-words";

export const Audit = ({ table }: { table: number | null }) => {
  const [only, set] = useState(false);
  const { account, lobby: { tables: lobby }, tables: { all: tables } } = useRoom();
  const { entries: audit, total: auditTotal } = floor.audit;
  const named = (id: number): string | undefined => (lobby.get(id) ?? tables.get(id)?.info)?.name;
  const chosen = table === null ? undefined : (named(table) ?? audit.find((entry) => entry.table === table)?.table_name);
  const shown = only && table !== null ? audit.filter((entry) => entry.table === table) : audit;
  return (
    <section class="audit" aria-label={t("floor-audit")}>
      <div class="spread">
        <h2>{t("floor-audit-title")}</h2>
        {table !== null && (
          <label class="toggle">
            <input type="checkbox" role="switch" checked={only} onChange={({ currentTarget }) => set(currentTarget.checked)} />
            <span>{t("floor-audit-only", { table: tableName(chosen ?? t("floor-table-id", { id: table })) })}</span>
          </label>
        )}
      </div>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("floor-audit-rows")}>
        <table>
          <thead>
            <tr>
              <th>{t("floor-when")}</th>
              <th>{t("floor-who")}</th>
              <th>{t("floor-where")}</th>
              <th>{t("floor-what")}</th>
              <th>{t("floor-reason")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((entry) => (
              <tr key={`${entry.table} ${entry.seq}`}>
                <td class="nowrap">{new Date(entry.at).toLocaleString(language(), { dateStyle: "short", timeStyle: "medium" })}</td>
                <td>{entry.operator}</td>
                <td class="nowrap">
                  {tableName(entry.table_name)} <small class="mute">{t("floor-step", { step: chips(entry.seq) })}</small>
                </td>
                <td>{tableCommandText(entry.command, entry.operator)}</td>
                <td>
                  {entry.reason} {entry.rule && <cite>{entry.rule}</cite>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p class="mute pad">{t("floor-audit-empty")}</p>}
      </div>
      {audit.length < auditTotal && (
        <button class="quiet" onClick={() => void floor.listAudit(account.rulesEverywhere ? null : table, audit.length)}>
          {t("floor-audit-more")}
        </button>
      )}
    </section>
  );
};
