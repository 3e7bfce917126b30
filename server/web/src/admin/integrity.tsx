// The integrity report: pairs of players compared by stored hands, each with its measures and hands
// to look at.
import { useEffect, useState } from "preact/hooks";
import type { IntegrityMeasure, IntegrityPair, IntegrityReport } from "cardroom-bot/protocol";
import { Sentence } from "../parts/missing";
import { integrityReport } from "../room/requests/integrity";
import { room, useRoom } from "../room/room";
import { save } from "../room/save";
import { chips } from "../room/words";
import { language, t } from "../words/words";
import { csv } from "./integrity-csv";

/** The number of pairs shown at first, and added by "more". A page of the report has five. */
const SHOWN = 10;

/** The hands to compare, and the player whose pairs to show. */
interface Wanted {
  since: number | null;
  until: number | null;
  player: string | null;
}

const EVERYTHING: Wanted = { since: null, until: null, player: null };

/** Returns midnight of a calendar day, shifted by a number of days. Null if no day is given. */
const midnight = (text: string, days: number): number | null => {
  const [year, month, day] = text.split("-").map(Number);
  return year && month && day ? new Date(year, month - 1, day + days).getTime() : null;
};

/** Reads pages until there are `count` pairs, or no more. The last page has the sums. */
const read = async ({ since, until, player }: Wanted, known: IntegrityPair[], count: number): Promise<[IntegrityReport, IntegrityPair[]] | null> => {
  const pairs = [...known];
  for (;;) {
    const page = await integrityReport({ since, until, player, from: pairs.length });
    if (!page) return null;
    pairs.push(...page.pairs);
    if (page.pairs.length === 0 || pairs.length >= Math.min(count, page.total)) return [page, pairs];
  }
};

export const IntegrityPage = () => {
  const { account: { session }, line: { standing }, signIn: { arriving } } = useRoom();
  const [wanted, want] = useState<Wanted>(EVERYTHING);
  const [found, set] = useState<[IntegrityReport, IntegrityPair[]] | null>(null);
  const [reading, setReading] = useState(false);
  const allowed = room.account.rulesEverywhere;
  const more = async (count: number, known: IntegrityPair[]): Promise<IntegrityPair[]> => {
    setReading(true);
    const answer = await read(wanted, known, count);
    setReading(false);
    if (answer) set(answer);
    return answer?.[1] ?? known;
  };
  useEffect(() => {
    if (!allowed || standing !== "open") return;
    let current = true;
    set(null);
    setReading(true);
    void read(wanted, [], SHOWN).then((answer) => {
      if (!current) return;
      setReading(false);
      if (answer) set(answer);
    });
    return () => {
      current = false;
    };
  }, [session?.account, allowed, standing, wanted]);
  if (!allowed) return <Sentence text={standing !== "open" || arriving ? "integrity-loading" : "integrity-not-allowed"} />;
  const [report, pairs] = found ?? [null, []];
  const download = async (): Promise<void> => {
    const all = report && pairs.length < report.total ? await more(report.total, pairs) : pairs;
    save(new Blob([csv(all)], { type: "text/csv" }), "integrity.csv");
  };
  return (
    <main class="hands integrity">
      <div class="hands-head">
        <h1>{t("integrity-title")}</h1>
        <button disabled={!report || report.total === 0 || reading} onClick={() => void download()}>
          {t("integrity-save")}
        </button>
      </div>
      <p class="mute">{t("integrity-lead")}</p>
      <Search search={want} />
      <div role="status" class="mute">
        {reading && !report && <p>{t("integrity-loading")}</p>}
        {report && <p>{t("integrity-counted", { hands: report.hands, players: report.players, pairs: report.compared })}</p>}
        {report?.partial && <p>{t("integrity-partial")}</p>}
        {report?.total === 0 && <p>{t("integrity-none")}</p>}
      </div>
      {pairs.length > 0 && <Pairs pairs={pairs} />}
      {report && pairs.length < report.total && (
        <div class="row pages">
          <button disabled={reading} onClick={() => void more(pairs.length + SHOWN, pairs)}>
            {t("integrity-more")}
          </button>
        </div>
      )}
    </main>
  );
};

const Search = ({ search }: { search(wanted: Wanted): void }) => {
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string): string => String(form.get(name) ?? "").trim();
    search({ since: midnight(text("since"), 0), until: midnight(text("until"), 1), player: text("player") || null });
  };
  return (
    <form class="hand-search" onSubmit={submit} role="search" aria-label={t("integrity-form")}>
      <label>
        {t("integrity-since")}
        <input name="since" type="date" />
      </label>
      <label>
        {t("integrity-until")}
        <input name="until" type="date" />
      </label>
      <label>
        {t("integrity-player")}
        <input name="player" maxLength={24} placeholder={t("integrity-anyone")} />
      </label>
      <button class="primary">{t("integrity-compare")}</button>
    </form>
  );
};

const Pairs = ({ pairs }: { pairs: IntegrityPair[] }) => {
  const [open, set] = useState<string | null>(null);
  return (
    <table class="integrity-pairs" aria-label={t("integrity-pairs")}>
      <thead>
        <tr>
          <th scope="col">{t("integrity-pair")}</th>
          <th scope="col" class="number">
            {t("integrity-hands")}
          </th>
          <th scope="col" class="number">
            {t("integrity-net")}
          </th>
        </tr>
      </thead>
      {pairs.map((pair, place) => {
        const key = `${pair.payer}\n${pair.receiver}`;
        const shown = open === key;
        return (
          <tbody key={key}>
            <tr>
              <th scope="row">
                <button class="quiet" aria-expanded={shown} aria-controls={shown ? `pair-${place}` : undefined} onClick={() => set(shown ? null : key)}>
                  <span>
                    <Name name={pair.payer} bot={pair.payer_bot} /> → <Name name={pair.receiver} bot={pair.receiver_bot} />
                  </span>
                  {pair.stands_out && <i class="tag gold">{t("integrity-look")}</i>}
                </button>
              </th>
              <td class="number">{chips(pair.hands)}</td>
              <td class="number">{hundredths(pair.net)}</td>
            </tr>
            {shown && (
              <tr id={`pair-${place}`}>
                <td colSpan={3}>
                  <Measures pair={pair} />
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
};

const Name = ({ name, bot }: { name: string; bot: boolean }) => (
  <b>
    {name}
    {bot && <i class="bot" role="img" aria-label={t("integrity-bot")} />}
  </b>
);

const Measures = ({ pair }: { pair: IntegrityPair }) => (
  <>
    {pair.paid + pair.returned > 0 && (
      <p class="mute small">{t("integrity-chips", { paid: chips(pair.paid), returned: chips(pair.returned), payer: pair.payer, receiver: pair.receiver })}</p>
    )}
    <ul class="integrity-measures">
      {pair.measures.map((measure) => (
        <Measure key={`${measure.measure} ${measure.player}`} measure={measure} />
      ))}
    </ul>
  </>
);

/** The measures that have a name. A newer server may send others, which are shown by their ids. */
const NAMED = new Set([
  "co_seating", "net_flow", "large_pots_lost", "large_folds", "weak_all_ins", "better_hands_given_up", "checked_down", "bets_and_raises", "action_times", "shared_address",
  "shared_network",
]);

const Measure = ({ measure }: { measure: IntegrityMeasure }) => {
  const value = (thousandths: number): string => inUnit(measure.measure, thousandths);
  const facts: [string, string][] = [
    [t("integrity-value"), value(measure.value)],
    [t("integrity-base"), value(measure.base)],
    [t("integrity-error"), measure.error > 0 ? `± ${value(measure.error)}` : "–"],
    [t("integrity-of"), measure.measure.startsWith("shared_") ? t("integrity-days", { count: measure.of }) : chips(measure.of)],
    [t("integrity-by-chance"), measure.rarity > 0 ? t("integrity-one-in", { count: chips(Math.round(10 ** (Math.min(measure.rarity, 1200) / 100))) }) : t("integrity-not-computed")],
  ];
  return (
    <li class={measure.stands_out ? "stands-out" : ""}>
      <h2>
        {NAMED.has(measure.measure) ? t(`integrity-measure-${measure.measure}`) : measure.measure}
        {measure.player && <span class="mute"> · {measure.player}</span>}
        {measure.stands_out && <i class="tag gold">{t("integrity-look")}</i>}
      </h2>
      <dl>
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {measure.hands.length > 0 && (
        <ul class="integrity-evidence" aria-label={t("integrity-evidence")}>
          {measure.hands.map(({ table, hand }) => (
            <li key={`${table}-${hand}`}>
              <a href={`#/hand/${table}-${hand}`}>{t("integrity-hand", { table: String(table), hand: String(hand) })}</a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

const decimal = (number: number, digits: number): string => new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(number);

const hundredths = (number: number): string => decimal(number / 100, 1);

/** Formats a value in thousandths: big blinds in 100 hands, or a share. */
const inUnit = (measure: string, thousandths: number): string =>
  measure === "net_flow"
    ? decimal(thousandths / 1000, 0)
    : new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 }).format(thousandths / 1000);
