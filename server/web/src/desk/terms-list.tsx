// The terms of a private table, to read.
import type { HostedTerms, TableInfo } from "cardroom-bot/protocol";
import { untagged } from "../room/names";
import { briefly, chips, gameLong, stakes } from "../room/words";
import { t } from "../words/words";

export const TermsList = ({ hosted: { terms, waits }, info }: { hosted: HostedTerms; info: TableInfo }) => {
  const yes = (on: boolean): string => t(on ? "desk-yes" : "desk-no");
  const rows: [name: string, value: string][] = [
    [t("desk-host"), untagged(info.host ?? "")],
    [t("host-game"), gameLong(terms.betting, info.game_name)],
    [t("desk-stakes"), stakes(terms)],
    [t("host-buy-in"), `${briefly(terms.min_buy_in, terms.chip_value)}–${briefly(terms.max_buy_in, terms.chip_value)}`],
    [t("host-top-ups"), t(terms.top_up_to ? "host-top-ups-most" : "host-top-ups-broke")],
    [t("desk-approval"), yes(terms.approve_buy_ins)],
    [t("host-act-seconds"), chips(terms.act_seconds)],
    [t("host-time-bank"), chips(terms.bank_seconds)],
    [t("host-pause"), chips(terms.between_hands_ms / 1000)],
    [t("host-straddle"), t(terms.straddle ? `host-straddle-${terms.straddle}` : "host-none")],
    [t("host-boards"), t("host-run-it", { boards: terms.max_boards })],
    [t("host-bomb-pots"), terms.bomb_pot ? t("host-every-hands", { hands: terms.bomb_pot.every_hands }) : t("host-none")],
    [t("desk-free-entry"), yes(terms.free_entry)],
    [t("desk-free-chat"), yes(terms.free_chat)],
  ];
  return (
    <section aria-label={t("desk-tab-terms")}>
      {waits && <p role="status">{t("desk-terms-wait")}</p>}
      <dl class="desk-list">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
