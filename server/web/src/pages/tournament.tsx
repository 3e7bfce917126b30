// A tournament's own lobby: its clock, prizes, players, tables and structure, the entry, and
// requests to the viewer.
import { useEffect, useState } from "preact/hooks";
import { AddToCalendar } from "../parts/add-to-calendar";
import { BotAt } from "../parts/bot-at";
import { EntryDialog } from "../parts/entry";
import { ProposeDeal } from "../parts/deal";
import { Dialog } from "../parts/dialog";
import { Linked } from "../parts/linked";
import { Missing, Sentence } from "../parts/missing";
import { StaffMark } from "../parts/staff";
import type { CountsFor, HandSummary, PlayerRow, Stage, Stakes, TournamentInfo } from "cardroom-bot/protocol";
import { useCountdown } from "../room/clock";
import { ANY_HAND } from "../room/requests/finished-hands";
import { room, useRoom } from "../room/room";
import type { Tournament } from "../room/tournament";
import { bookName, brief, chips, clock, eventName, gameLong, stakes } from "../room/words";
import { language, ordinal, t } from "../words/words";
import { InviteLink } from "./invite-link";
import { PlanNext, Podium } from "./podium";

type Part = "players" | "prizes" | "structure" | "tables" | "news" | "rules";
const PARTS: Part[] = ["players", "prizes", "structure", "tables", "news", "rules"];

export const TournamentPage = ({ id }: { id: number }) => {
  const { line: { standing }, signIn: { arriving } } = useRoom();
  const [part, turn] = useState<Part>("players");
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (standing === "open" && !arriving) void room.tournaments.follow(id).then((found) => setGone(!found));
  }, [id, standing, arriving]);
  useEffect(() => {
    const timer = setInterval(() => void room.tournaments.pages(id), 2000);
    return () => clearInterval(timer);
  }, [id]);
  useEffect(() => () => room.tournaments.unfollow(id), [id]);
  const event = room.tournaments.all.get(id);
  if (gone && !event) return <Missing text="tournament-no-such" />;
  if (!event) return <Sentence text="tournament-loading" />;
  const { info } = event.view;
  return (
    <main class="tournament">
      <Head event={event} />
      <Own event={event} />
      <Podium event={event} />
      <div class="columns">
        <section class="clock-card" aria-label={t("tournament-clock")}>
          <ClockFace event={event} />
        </section>
        <dl class="facts" aria-label={t("tournament-figures")}>
          <Fact name={t("tournament-players-left")} value={t("tournament-left-of", { left: info.players_left, entries: info.entries })} />
          <Fact name={t("tournament-prize-pool")} value={chips(Math.max(info.prize_pool, info.guarantee))} />
          <Fact name={t("tournament-places-paid")} value={chips(event.view.places_paid)} />
          <Fact name={t("tournament-average-stack")} value={event.view.average_stack ? brief(event.view.average_stack) : "–"} />
          <Fact name={t("tournament-largest-stack")} value={event.view.largest_stack ? brief(event.view.largest_stack) : "–"} />
          <Fact name={t("tournament-part-tables")} value={chips(event.view.tables)} />
        </dl>
      </div>
      {event.pots.length > 0 && (
        <ul class="news" aria-label={t("tournament-impounded")}>
          {event.pots.map((pot) => (
            <li key={pot.pot}>{t("tournament-impounded-pot", { pot: pot.pot, chips: pot.chips + pot.due, table: pot.table, reason: pot.reason })}</li>
          ))}
        </ul>
      )}
      <div class="segments" role="tablist" aria-label={t("tournament-parts")}>
        {PARTS.map((each) => (
          <button key={each} role="tab" aria-selected={part === each} onClick={() => turn(each)}>
            {t(`tournament-part-${each}`)}
          </button>
        ))}
      </div>
      {part === "players" && <Players event={event} />}
      {part === "prizes" && <Prizes event={event} />}
      {part === "structure" && <Structure event={event} />}
      {part === "tables" && <Tables event={event} />}
      {part === "news" && (
        <ul class="news">
          {event.news.map((line) => (
            <li key={line.id}>
              <Linked text={line.text} />
            </li>
          ))}
          {event.news.length === 0 && <li class="mute">{t("tournament-no-news")}</li>}
        </ul>
      )}
      {part === "rules" && (
        <ul class="news">
          {event.houseRules.map((rule) => (
            <li key={rule.rule}>
              <cite>{rule.rule}</cite> <span lang="en">{rule.text}</span>
            </li>
          ))}
          {event.houseRules.length === 0 && <li class="mute">{t("tournament-no-house-rules")}</li>}
        </ul>
      )}
    </main>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const startsAt = (date: number): string =>
  new Intl.DateTimeFormat(language(), { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" }).format(date);

/**
 * Says when it begins. The host can start a private tournament early, unless it waits to be full.
 */
const begins = (info: TournamentInfo, at: string): string => {
  if (info.format === "SitAndGo") return t("tournament-canceled-unless-full", { at });
  return info.host === null ? t("tournament-starts-at", { at }) : t("tournament-host-starts", { host: info.host, at });
};

const countsFor = ({ league, season }: CountsFor): string =>
  season === null ? t("tournament-counts-for-none", { league }) : t("tournament-counts-for", { league, season });

/** Lists the terms that a player should know before entering. */
const terms = (info: TournamentInfo): string => {
  const kind = info.bounty && (typeof info.bounty.kind === "string" ? info.bounty.kind : "Progressive");
  const before = info.state === "Announced" || info.state === "Registering";
  return [
    before && info.starts_at !== null && begins(info, startsAt(info.starts_at)),
    info.late_level > 0 && t("tournament-late-entry", { level: info.late_level }),
    info.re_entries > 0 && t("tournament-re-entries", { count: info.re_entries }),
    info.bounty && t(`tournament-bounty-${kind}`, { amount: info.bounty.amount }),
    info.guarantee > 0 && t("tournament-guaranteed", { amount: info.guarantee }),
    info.check_in && t("tournament-check-in-required"),
    !info.bots_allowed && t("tournament-no-bots"),
    info.counts_for && countsFor(info.counts_for),
    info.self_run && info.host === null && t("tournament-self-run"),
  ]
    .filter(Boolean)
    .join(" · ");
};

const Head = ({ event }: { event: Tournament }) => {
  const { account: { session } } = useRoom();
  const [asked, ask] = useState<"entry" | "age" | "deal" | "quit" | null>(null);
  const { info, you } = event.view;
  const { structure } = event;
  const buys = { Rebuy: structure?.rebuy, AddOn: structure?.add_on };
  const inIt = you && !["Out", "Withdrawn", "Disqualified"].includes(you.state);
  const enter = async (ofAge: boolean): Promise<void> => {
    ask(null);
    await room.entries.enter(info.tournament, ofAge);
    room.tournaments.follow(info.tournament);
  };
  const press = (): void => {
    if (!room.account.session) ask("entry");
    else if (info.min_age !== null) ask("age");
    else void enter(false);
  };
  const ticket = session && room.account.tickets.some((held) => held.structure === info.structure);
  const price = info.buy_in + info.fee + (info.bounty?.amount ?? 0);
  return (
    <header class="page-head">
      <div>
        <p class="eyebrow">
          {t(`tournament-format-${info.format}`)} · {t(`tournament-state-${info.state}`)}
          {event.view.hand_for_hand && ` · ${t("tournament-hand-for-hand")}`}
          {info.host !== null && ` · ${room.account.hosts(info) ? t("tournament-you-host") : t("tournament-hosted-by", { host: info.host })}`}
        </p>
        <h1>{eventName(info.name)}</h1>
        <p class="mute">
          {gameLong(info.betting, info.game_name)} · {t("tournament-seats-and-stack", { seats: info.seats, stack: brief(info.starting_stack) })} ·{" "}
          {bookName(info.rulebook)}
        </p>
        <p class="mute">{terms(info)}</p>
        <p>
          <BotAt info={room.lobby.tournaments.get(info.tournament) ?? info} />
        </p>
      </div>
      <div class="row">
        <a class="button quiet" href={`#/clock/${info.tournament}`}>
          {t("tournament-big-clock")}
        </a>
        <AddToCalendar info={info} />
        {(room.account.rules || room.account.hosts(info)) && (
          <a class="button quiet" href={`#/print/${info.tournament}`}>
            {t("tournament-print")}
          </a>
        )}
        {info.host !== null && <HostsOwn event={event} />}
        {you?.table != null && you.state === "Playing" && (
          <a class="button primary" href={`#/table/${you.table}`}>
            {t("tournament-my-table")}
          </a>
        )}
        {inIt && info.check_in && you.state === "Registered" && <button onClick={() => room.entries.checkIn(info.tournament)}>{t("tournament-check-in")}</button>}
        {inIt && (you.state === "Registered" || you.state === "CheckedIn" || you.state === "Waiting") && (
          <button onClick={() => room.entries.withdraw(info.tournament)}>{t("tournament-withdraw")}</button>
        )}
        {inIt && you.state === "Playing" && info.state !== "Finished" && (
          <button class="quiet" onClick={() => ask("quit")}>
            {t("tournament-quit")}
          </button>
        )}
        {inIt && event.view.deals_allowed && event.view.deal === null && you.state === "Playing" && event.view.places_paid > 0 && (
          <button onClick={() => ask("deal")}>{t("tournament-propose-deal")}</button>
        )}
        {inIt &&
          you.may_buy.map((what) => (
            <button key={what} onClick={() => room.entries.buy(event, what)}>
              {t(`tournament-buy-${what}`)}
              {buys[what] && ` ${t("tournament-chips-for", { chips: buys[what].chips, cost: buys[what].cost })}`}
            </button>
          ))}
        {info.open && (!inIt || you?.may_re_enter) && (
          <button class="primary" onClick={press}>
            {ticket
              ? t("tournament-enter-ticket", { again: String(you?.may_re_enter ?? false) })
              : t("tournament-enter-for", { again: String(you?.may_re_enter ?? false), price })}
          </button>
        )}
      </div>
      {asked === "entry" && <EntryDialog close={() => ask(null)} then={press} />}
      {asked === "deal" && <ProposeDeal event={event} close={() => ask(null)} />}
      {asked === "quit" && (
        <Dialog title={t("tournament-quit-title", { name: eventName(info.name) })} close={() => ask(null)}>
          <p>{t("tournament-quit-means")}</p>
          <div class="row">
            <button class="primary" onClick={() => ask(null)}>
              {t("tournament-quit-not")}
            </button>
            <button
              onClick={() => {
                ask(null);
                room.entries.quit(info.tournament);
              }}
            >
              {t("tournament-quit-confirm")}
            </button>
          </div>
        </Dialog>
      )}
      {asked === "age" && (
        <Dialog title={t("tournament-age-title")} close={() => ask(null)}>
          <p>{t("tournament-age-limit", { age: info.min_age ?? 0 })}</p>
          <button class="primary wide" onClick={() => void enter(true)}>
            {t("tournament-age-confirm", { age: info.min_age ?? 0 })}
          </button>
        </Dialog>
      )}
    </header>
  );
};

/** The delay after the host starts it: the server does not accept a time in the past. */
const AT_ONCE_MS = 3_000;

/**
 * For guests and the host of a private tournament: its code, and for the host the start and the
 * floor.
 */
const HostsOwn = ({ event }: { event: Tournament }) => {
  const [invites, invite] = useState(false);
  const { info } = event.view;
  const code = room.invitations.tournaments.get(info.tournament);
  const isOver = info.state === "Finished" || info.state === "Cancelled";
  const mayStart = room.account.hosts(info) && info.state === "Registering" && info.format !== "SitAndGo";
  const start = (): void => {
    void room.tournaments.direct(event, { ChangeStart: Math.round(room.now()) + AT_ONCE_MS }, t("tournament-start-reason"), null);
  };
  return (
    <>
      {code && !isOver && (
        <button class="quiet" onClick={() => invite(true)}>
          {t("tournament-invite")}
        </button>
      )}
      {room.account.hosts(info) && !isOver && (
        <a class="button quiet" href={`#/direct/${info.tournament}`}>
          {t("tournament-floor")}
        </a>
      )}
      <PlanNext event={event} />
      {mayStart && (
        <button disabled={info.entries < 2} title={info.entries < 2 ? t("tournament-start-needs-two") : undefined} onClick={start}>
          {t("tournament-start-now")}
        </button>
      )}
      {code && invites && (
        <Dialog title={t("tournament-invite-title", { name: info.name })} close={() => invite(false)}>
          <p class="mute">{t("tournament-invite-hint")}</p>
          <InviteLink code={code} name={info.name} />
        </Dialog>
      )}
    </>
  );
};

/** A link to the replay of the viewer's last hand in a tournament. */
const LastHand = ({ tournament }: { tournament: number }) => {
  const [last, set] = useState<HandSummary | null>(null);
  useEffect(() => {
    void room.hands.list({ ...ANY_HAND, tournament }, false, 0).then((page) => set(page?.hands[0] ?? null));
  }, [tournament]);
  if (!last) return null;
  return (
    <a class="button" href={`#/hand/${last.table}-${last.hand}`}>
      {t("tournament-replay-last")}
    </a>
  );
};

/** The viewer's progress or result. */
const Own = ({ event }: { event: Tournament }) => {
  const { you, info } = event.view;
  if (!you) return null;
  if (you.state === "Out" && you.place !== null) {
    return (
      <p class="banner">
        <span>
          {you.place === 1 ? t("tournament-you-won", { prize: you.prize }) : t("tournament-you-finished", { place: t("room-place", { place: ordinal(you.place) }), prize: you.prize })}
          {you.bounties > 0 && ` ${t("tournament-of-it-bounties", { bounties: you.bounties })}`}
        </span>
        <LastHand tournament={info.tournament} />
      </p>
    );
  }
  const whenFull = info.starts_at === null || info.format === "SitAndGo";
  const said = {
    Registered: whenFull ? t("tournament-in-until-full") : info.check_in ? t("tournament-in-check-in") : t("tournament-in"),
    CheckedIn: t("tournament-checked-in"),
    Waiting: t("tournament-waiting"),
    Through: t("tournament-through"),
  }[you.state as string];
  return (
    <>
      {said && <p class="banner good">{said}</p>}
      {you.penalty_hands > 0 && <p class="banner gold">{t("tournament-penalty-hands", { count: you.penalty_hands })}</p>}
      {event.view.deal !== null && !event.deal && <p class="banner">{t("tournament-deal-vote")}</p>}
    </>
  );
};

const levelLine = (of: Stakes): string =>
  of.bring_in > 0 ? `${stakes(of)} · ${t("tournament-bring-in", { amount: brief(of.bring_in) })}` : stakes({ ...of, ante: 0 }) + (of.ante ? ` · ${t("tournament-ante", { amount: brief(of.ante) })}` : "");

export const ClockFace = ({ event }: { event: Tournament }) => {
  const { clock: face, info } = event.view;
  const starts = face.phase === "BeforeStart" && info.starts_at !== null ? room.moment(info.starts_at) : null;
  const now = useCountdown(starts ?? event.ends, event.breakAt);
  const left = starts === null ? event.left(now) : starts - now;
  const full = face.phase === "BeforeStart" && (info.starts_at === null || info.format === "SitAndGo");
  return (
    <>
      <p class="eyebrow">
        {full ? t("tournament-starts-when-full") : face.phase === "BeforeStart" && info.host !== null ? t("tournament-starts-within") : t(`tournament-phase-${face.phase}`, { level: face.level })}
      </p>
      <p class="big-time" role="timer">
        {full ? `${info.entries}/${info.max_entries}` : face.phase === "Over" ? t("tournament-over") : face.phase === "BreakDue" ? "…" : clock(left)}
      </p>
      <p class="blinds">{levelLine(face.stakes)}</p>
      {face.next && <p class="mute">{t("tournament-next-level", { stakes: levelLine(face.next.stakes) })}</p>}
      {event.breakAt !== null && event.breakAt > now && <p class="mute">{t("tournament-break-in", { time: clock(event.breakAt - now) })}</p>}
    </>
  );
};

const Players = ({ event }: { event: Tournament }) => {
  const bigBlind = event.view.clock.stakes.big_blind;
  const rows = [...event.players].sort((a, b) => (a.place ?? 0) - (b.place ?? 0) || b.stack - a.stack);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("tournament-part-players")}>
      <table>
        <thead>
          <tr>
            <th>{t("tournament-player")}</th>
            <th class="number">{t("tournament-chips")}</th>
            <th class="number">BB</th>
            <th class="number">{t("tournament-place")}</th>
            <th class="number">{t("tournament-prize")}</th>
            <th>{t("tournament-where")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.entry} class={row.state === "Out" && !hasWon(event, row) ? "out" : row.name === room.account.session?.name ? "me" : ""}>
              <td>
                <bdi>{row.name}</bdi> {row.bot && <i class="bot" role="img" aria-label={t("tournament-bot")} />}
                {row.staff && <StaffMark />}
                {row.re_entries > 0 && <small class="mute"> ×{row.re_entries + 1}</small>}
                {row.head > 0 && row.place === null && <i class="tag gold">{chips(row.head)}</i>}
              </td>
              <td class="number">{row.stack ? chips(row.stack) : "–"}</td>
              <td class="number">{row.stack && bigBlind ? Math.round(row.stack / bigBlind) : "–"}</td>
              <td class="number">{row.place ?? "–"}</td>
              <td class="number">{row.prize + row.bounties ? chips(row.prize + row.bounties) : "–"}</td>
              <td>{row.table !== null && row.seat !== null ? t("tournament-table-seat", { table: tableNumber(event, row.table), seat: row.seat + 1 }) : hasWon(event, row) ? t("tournament-winner") : t(`tournament-entry-${row.state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="mute pad">{t("tournament-no-players")}</p>}
    </div>
  );
};

const hasWon = (event: Tournament, row: PlayerRow): boolean => event.view.info.state === "Finished" && row.place === 1;

const tableNumber = (event: Tournament, table: number): number | string => event.tables.find((row) => row.table === table)?.number ?? "?";

const Prizes = ({ event }: { event: Tournament }) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={t("tournament-part-prizes")}>
    <table>
      <thead>
        <tr>
          <th>{t("tournament-place")}</th>
          <th class="number">{t("tournament-prize")}</th>
        </tr>
      </thead>
      <tbody>
        {event.view.payouts.map((payout) => (
          <tr key={payout.first}>
            <td>{payout.first === payout.last ? payout.first : `${payout.first}–${payout.last}`}</td>
            <td class="number">
              {payout.ticket && <i class="tag">{t("tournament-ticket")}</i>} {chips(payout.prize)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    {event.view.payouts.length === 0 && <p class="mute pad">{t("tournament-no-prizes")}</p>}
  </div>
);

const Structure = ({ event }: { event: Tournament }) => {
  const { structure } = event;
  if (!structure) return <p class="mute pad">…</p>;
  const row = (stage: Stage, index: number) => {
    if ("Break" in stage) {
      return (
        <tr key={index} class="pause">
          <td>{t("tournament-break")}</td>
          <td />
          <td class="number">–</td>
          <td class="number">{clock(stage.Break.seconds * 1000)}</td>
        </tr>
      );
    }
    const { level, seconds, stakes: of } = stage.Level;
    return (
      <tr key={index} class={level === event.view.clock.level ? "me" : ""}>
        <td>{level}</td>
        <td>{levelLine({ ...of, ante: 0 })}</td>
        <td class="number">{of.ante ? chips(of.ante) : "–"}</td>
        <td class="number">{clock(seconds * 1000)}</td>
      </tr>
    );
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("tournament-part-structure")}>
      {(structure.rebuy ?? structure.add_on) && (
        <p class="mute pad">
          {structure.rebuy && `${t("tournament-rebuy-terms", { chips: structure.rebuy.chips, cost: structure.rebuy.cost, level: structure.rebuy.until_level })} `}
          {structure.add_on && t("tournament-add-on-terms", { chips: structure.add_on.chips, cost: structure.add_on.cost, level: structure.add_on.after_level })}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>{t("tournament-level")}</th>
            <th>{t("tournament-blinds")}</th>
            <th class="number">{t("tournament-ante-column")}</th>
            <th class="number">{t("tournament-length")}</th>
          </tr>
        </thead>
        <tbody>{structure.stages.map(row)}</tbody>
      </table>
    </div>
  );
};

const Tables = ({ event }: { event: Tournament }) => (
  <ul class="tables">
    {event.tables.map((row) => (
      <li key={row.table}>
        <a class="table-card" href={`#/table/${row.table}`}>
          <span class="what">
            <b>{t("tournament-table", { number: row.number })}</b>
            <span class="mute">{t(`tournament-table-${row.state}`)}</span>
          </span>
          <span class="fact">
            <small>{t("tournament-part-players")}</small>
            {row.players}
          </span>
          <span class="fact">
            <small>{t("tournament-hand")}</small>
            {chips(row.hand)}
          </span>
          <span class="fact">
            <small>{t("tournament-stacks")}</small>
            {brief(row.smallest_stack)}–{brief(row.largest_stack)}
          </span>
        </a>
      </li>
    ))}
    {event.tables.length === 0 && <li class="mute pad">{t("tournament-no-tables")}</li>}
  </ul>
);
