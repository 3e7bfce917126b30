// A player's statistics: figures, the curve of winnings, each game, and the notes on other players.
import { useEffect, useState } from "preact/hooks";
import { HandsTabs, SignedOut } from "../parts/hands-tabs";
import type { CurvePoint, Frequency, Note, Statistics } from "cardroom-bot/protocol";
import { listNotes, setNote, statistics } from "../room/requests/statistics";
import { useRoom } from "../room/room";
import { brief, chips, signed } from "../room/words";
import { language, t } from "../words/words";
import { scaleOf } from "./scale";

const PERIODS = { "stats-all-time": null, "stats-30-days": 30, "stats-7-days": 7, "stats-today": 1 } as const;
type Period = keyof typeof PERIODS;

/** Returns the start of a period: midnight, a number of days back, today included. */
const beginning = (period: Period): number | null => {
  const days = PERIODS[period];
  if (days === null) return null;
  const today = new Date();
  // By the calendar: a day is an hour longer or shorter when the clocks change.
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - (days - 1)).getTime();
};

const share = ({ count, of }: Frequency): string => (of > 0 ? new Intl.NumberFormat(language(), { style: "percent" }).format(count / of) : "–");

export const StatisticsPage = () => {
  const { account: { session }, line: { standing } } = useRoom();
  const [period, choose] = useState<Period>("stats-all-time");
  const [found, set] = useState<Statistics | null>(null);
  useEffect(() => {
    if (!session || standing !== "open") return;
    let current = true;
    void statistics(beginning(period)).then((statistics) => {
      if (current && statistics) set(statistics);
    });
    return () => {
      current = false;
    };
  }, [session?.account, standing, period]);
  if (!session) return <SignedOut title={t("stats-title")} hint={t("stats-sign-in-hint")} />;
  return (
    <main class="hands statistics">
      <div class="hands-head">
        <h1>{t("stats-title")}</h1>
        <label class="inline">
          <span class="unseen">{t("stats-period")}</span>
          <select value={period} onChange={({ currentTarget }) => choose(currentTarget.value as Period)}>
            {(Object.keys(PERIODS) as Period[]).map((each) => (
              <option key={each} value={each}>
                {t(each)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <HandsTabs shown="statistics" />
      {!found && <p class="mute pad">{t("hands-loading")}</p>}
      {found && <Figures found={found} />}
      {found && found.curve.length > 1 && <Curve points={found.curve} />}
      {found && found.games.length > 0 && <Games found={found} />}
      <Notes />
    </main>
  );
};

const Figures = ({ found }: { found: Statistics }) => {
  const figures: [name: string, value: string, hint?: string][] = [
    [t("stats-hands"), chips(found.hands)],
    [t("stats-net"), signed(found.won, found.lost)],
    ["VPIP", share(found.vpip), t("stats-vpip")],
    ["PFR", share(found.pfr), t("stats-pfr")],
    [t("stats-three-bet"), share(found.three_bet), t("stats-three-bet-says")],
    [t("stats-showdown"), share(found.went_to_showdown), t("stats-showdown-says")],
    [t("stats-won-showdown"), share(found.won_at_showdown), t("stats-won-showdown-says")],
  ];
  return (
    <>
      <dl class="facts" aria-label={t("stats-figures")}>
        {figures.map(([name, value, hint]) => (
          <div key={name}>
            <dt>
              {name} {hint && <small>{hint}</small>}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {found.tournament_hands > 0 && <p class="mute small">{t("stats-tournament-hands", { count: found.tournament_hands })}</p>}
      {found.partial && <p class="mute small">{t("stats-partial", { count: found.hands })}</p>}
    </>
  );
};

const WIDTH = 600;
const HEIGHT = 180;
const MARGIN = 8;

/** The net result after each hand, as a line above and below zero. */
const Curve = ({ points }: { points: CurvePoint[] }) => {
  const nets = points.map(({ hands, won, lost }) => ({ hands, net: won - lost }));
  const [least, most] = [Math.min(0, ...nets.map(({ net }) => net)), Math.max(0, ...nets.map(({ net }) => net))];
  const scale = scaleOf(least, most, 4);
  const [low, high] = [scale[0] ?? 0, scale.at(-1) ?? 1];
  const hands = nets.at(-1)?.hands ?? 1;
  const x = (at: number): number => (at / Math.max(1, hands)) * WIDTH;
  const y = (net: number): number => MARGIN + ((high - net) / Math.max(1, high - low)) * (HEIGHT - 2 * MARGIN);
  const line = [{ hands: 0, net: 0 }, ...nets.filter((point) => point.hands > 0)].map((point) => `${x(point.hands).toFixed(1)},${y(point.net).toFixed(1)}`);
  const last = nets.at(-1)?.net ?? 0;
  return (
    <figure class="curve">
      <div class="plot">
        <div class="scale" aria-hidden="true">
          {scale.map((net) => (
            <small key={net} style={{ top: `${(y(net) / HEIGHT) * 100}%` }}>
              {net > 0 ? "+" : net < 0 ? "−" : ""}
              {brief(Math.abs(net))}
            </small>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={t("stats-curve", { hands, net: signed(last, 0), least: signed(least, 0), most: signed(most, 0) })}>
          {scale.map((net) => (
            <line key={net} class={net === 0 ? "zero" : ""} x1="0" x2={WIDTH} y1={y(net)} y2={y(net)} />
          ))}
          <polyline class={last < 0 ? "loss" : ""} points={line.join(" ")} />
        </svg>
        <div class="scale-hands mute" aria-hidden="true">
          {scaleOf(0, hands, 4)
            .filter((at) => at <= hands)
            .map((at) => (
              <small key={at} style={{ left: `${(at / hands) * 100}%` }}>
                {chips(at)}
              </small>
            ))}
        </div>
      </div>
      <figcaption class="spread mute">
        <small>{t("stats-curve-axis")}</small>
        <small>{t("stats-curve-to", { hands, net: signed(last, 0) })}</small>
      </figcaption>
    </figure>
  );
};

const Games = ({ found }: { found: Statistics }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("stats-by-game")}>
    <table>
      <thead>
        <tr>
          <th>{t("stats-game")}</th>
          <th class="number">{t("stats-hands")}</th>
          <th class="number">{t("stats-net")}</th>
          <th class="number">VPIP</th>
          <th class="number">PFR</th>
        </tr>
      </thead>
      <tbody>
        {found.games.map((game) => (
          <tr key={game.game}>
            <td>{game.name}</td>
            <td class="number">{chips(game.hands)}</td>
            <td class={`number ${game.won > game.lost ? "gain" : ""}`}>{signed(game.won, game.lost)}</td>
            <td class="number">{share(game.vpip)}</td>
            <td class="number">{share(game.pfr)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const COLORS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const MAX_NOTE_CHARS = 500;

const Notes = () => {
  const { account: { session }, line: { standing } } = useRoom();
  const [notes, set] = useState<Note[] | null>(null);
  const [edited, edit] = useState<Pick<Note, "player" | "text" | "color"> | null>(null);
  const look = (): void => void listNotes().then(set);
  useEffect(() => {
    if (standing === "open") look();
  }, [session?.account, standing]);
  const save = async (note: Pick<Note, "player" | "text" | "color">): Promise<void> => {
    if (!(await setNote(note.player.trim(), note.text.trim(), note.color))) return;
    edit(null);
    look();
  };
  return (
    <section class="notes" aria-labelledby="notes">
      <div class="hands-head">
        <h2 id="notes">{t("stats-notes")}</h2>
        {!edited && <button onClick={() => edit({ player: "", text: "", color: 0 })}>{t("stats-add-note")}</button>}
      </div>
      <p class="mute small">{t("stats-notes-lead")}</p>
      {edited && (
        <form
          class="note-form"
          aria-label={t("stats-note")}
          onSubmit={(event) => {
            event.preventDefault();
            void save(edited);
          }}
        >
          <label>
            {t("stats-note-player")}
            <input required maxLength={24} value={edited.player} onInput={({ currentTarget }) => edit({ ...edited, player: currentTarget.value })} />
          </label>
          <label>
            {t("stats-note-text")}
            <textarea rows={3} maxLength={MAX_NOTE_CHARS} value={edited.text} onInput={({ currentTarget }) => edit({ ...edited, text: currentTarget.value })} />
          </label>
          <fieldset>
            <legend>{t("stats-note-color")}</legend>
            {COLORS.map((color) => (
              <label key={color} class={`note-color note-${color}`}>
                <input type="radio" name="color" checked={edited.color === color} onChange={() => edit({ ...edited, color })} />
                <span class="unseen">{color === 0 ? t("stats-no-color") : t("stats-color", { color })}</span>
              </label>
            ))}
          </fieldset>
          <div class="row">
            <button class="primary" disabled={!edited.text.trim() && edited.color === 0}>
              {t("stats-save")}
            </button>
            <button type="button" class="quiet" onClick={() => edit(null)}>
              {t("stats-cancel")}
            </button>
          </div>
        </form>
      )}
      <ul class="note-list">
        {notes?.map((note) => (
          <li key={note.player} class={`note-${note.color}`}>
            <div>
              <b>
                <bdi>{note.player}</bdi>
              </b>
              <p>{note.text}</p>
            </div>
            <button onClick={() => edit(note)}>{t("stats-edit")}</button>
            <button class="quiet" onClick={() => void save({ player: note.player, text: "", color: 0 })}>
              {t("stats-delete")}
            </button>
          </li>
        ))}
        {notes?.length === 0 && !edited && <li class="mute">{t("stats-no-notes")}</li>}
      </ul>
    </section>
  );
};
