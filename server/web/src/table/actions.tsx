// The action bar in reach of the thumb: the legal actions with their amounts, and the choices in
// advance.
import { useLayoutEffect, useState } from "preact/hooks";
import type { Action, Card, LegalActions, WagerRange } from "cardroom-bot/protocol";
import { useMoments } from "../room/clock";
import type { Read } from "../room/amounts";
import { room } from "../room/room";
import { settings } from "../room/settings";
import type { Intent } from "../room/table/choices";
import { drawName } from "../room/table/dealing";
import type { Seat } from "../room/table/seats";
import { PlayingCard } from "../parts/card";
import { useFocus } from "../parts/dialog";
import { copyText } from "../parts/invitation";
import { isOff } from "../parts/keys";
import type { Table } from "../room/table";
import { brief, chips, inBigBlinds, plainNumber, rankOf, tableName } from "../room/words";
import { t } from "../words/words";
import { amountText, amountTyped, readTyped, unitOf, withAmount, wrongTyped } from "./amount";
import { keptName } from "./hand-name";
import { ReplayLink, SmallCards } from "./line";
import { type Preset, USUAL_PRESETS, partText, presetTotal, readPreset } from "./presets";
import { USUAL_BIG_BLINDS } from "./sit-dialog";
import { TopUp } from "./top-up";
import { TimeLeft, stayOf, stayText } from "./turn-row";
import { haltText, lackOf, seatText } from "./waits";

/**
 * Handles keys for the table while its buttons are shown, unless the player types or a dialog is
 * open.
 */
const useKeys = (on: boolean, handle: (key: string, event: KeyboardEvent) => boolean): void => {
  useLayoutEffect(() => {
    if (!on) return;
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      if (isOff(event) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      // A held key acts once. Only the arrows go on, for an amount.
      if (event.repeat && !event.key.startsWith("Arrow")) return;
      if (/^(TEXTAREA|SELECT)$/.test(target.tagName)) return;
      // A slider takes no letters.
      const isSlider = target.matches("[type=range]") && /^[a-z]$/i.test(event.key);
      if (target.tagName === "INPUT" && !target.classList.contains("wager-amount") && !isSlider) return;
      // An amount may have a unit: "3bb", "2k", "pot".
      if (target.tagName === "INPUT" && /^[0-9.,' bkmpot%]$/i.test(event.key)) return;
      // Enter presses the button or follows the link that has the focus.
      if (event.key === "Enter" && target.closest("button, a, summary")) return;
      if (handle(event.key.toLowerCase(), event)) event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });
};

/** Returns a key as an attribute, if the player uses shortcuts. */
const shortcut = (key: string): string | undefined => (settings.shortcuts ? key : undefined);

interface Acting {
  table: Table;
  /** Whether keys are for this table. With several side by side, only one gets them. */
  keys: boolean;
}

export const ActionBar = ({ table, keys }: Acting) => {
  const { legal, seats: { you, mine } } = table;
  if (!you || !mine) return null;
  // The place for choosing amounts is kept between turns. Otherwise every turn would change the
  // layout of the felt.
  const steady = table.info.betting !== "FixedLimit" && !table.info.hybrid ? "steady" : "";
  if (legal && table.choices.sent === null) {
    const turn = you.decision?.turn ?? 0;
    return (
      <section class={`actions turn ${steady}`} aria-label={`${t("action-your-turn")}: ${tableName(table.info.name)}`} data-turn={turn}>
        {legal.discard ? <Draw table={table} keys={keys} now /> : <Decision key={turn} table={table} legal={legal} keys={keys} />}
      </section>
    );
  }
  return (
    <section class={`actions ${steady}`} aria-label={`${t("action-your-seat")}: ${tableName(table.info.name)}`}>
      {room.line.isSending(table.id) ? <Sending table={table} /> : <Notice table={table} />}
      {room.line.isSending(table.id) ? null : table.mayDraw && table.choices.sent === null ? <Draw table={table} keys={keys} now={false} /> : <Waiting table={table} />}
    </section>
  );
};

/** Says that an answer is still on its way, or why an action does not count. */
const Notice = ({ table }: { table: Table }) => {
  if (room.line.isSending(table.id)) {
    return (
      <p class="notice sending" role="status">
        {t(room.line.standing === "open" ? "action-sending" : "action-sending-again")}
      </p>
    );
  }
  return (
    table.choices.notice && (
      <p class="notice" role="status">
        {table.choices.notice}
      </p>
    )
  );
};

/** An action that the server has not answered yet, and the clock that still runs. */
const Sending = ({ table }: { table: Table }) => (
  <div class="turn-line">
    <Notice table={table} />
    <TimeLeft table={table} />
  </div>
);

/** Returns a total within the range, on a unit of the table except at the ends. */
const fitted = (wager: WagerRange, unit: number, to: number): number => {
  const { min_to, max_to } = wager;
  if (to <= min_to) return min_to;
  if (to >= max_to) return max_to;
  if (wager.fixed) return to - min_to < max_to - to ? min_to : max_to;
  return Math.max(min_to, Math.min(max_to, Math.round(to / unit) * unit));
};

interface Offered {
  name: string;
  to: number;
}

/** Returns what a preset's button says. */
const presetName = (preset: Preset, isAllIn: boolean): string => {
  if (!("value" in preset)) return t(preset.kind === "min" ? "action-preset-min" : isAllIn ? "action-preset-all-in" : "action-preset-max");
  const { kind, value } = preset;
  if (kind === "part") return value === 1 ? t("action-preset-pot") : partText(value);
  if (kind === "times") return `${plainNumber(value)}×`;
  return kind === "blinds" ? inBigBlinds(value, 1) : brief(value);
};

const presets = (table: Table, wager: WagerRange): Offered[] => {
  const { min_to: min, max_to: max, pot_to: potTo, fixed } = wager;
  const { hand, seats: { mine }, info } = table;
  if (fixed || min === max) return [];
  const isBefore = hand?.street === 0 && hand.draw === 0 && hand.game.bring_in === 0;
  const chosen = (settings.presets ?? USUAL_PRESETS)[isBefore ? "before" : "after"];
  const spot = { bet: hand?.currentBet ?? 0, bigBlind: hand?.game.big_blind ?? info.big_blind, min, max, potTo };
  const isAllIn = max >= (mine?.stack ?? 0) + (mine?.hand?.bet ?? 0);
  return chosen.flatMap((text) => {
    const preset = readPreset(text, "en");
    return preset ? [{ name: presetName(preset, isAllIn), to: fitted(wager, info.unit, presetTotal(preset, spot)) }] : [];
  });
};

const Decision = ({ table, legal, keys }: Acting & { legal: LegalActions }) => {
  const { wager } = legal;
  const unit = table.info.unit;
  const [chosen, choose] = useState(wager?.min_to ?? 0);
  // The text of the field while the player types. Its amount may be missing or out of range.
  const [typed, type] = useState<string | null>(null);
  const [folding, askFold] = useState(false);
  const to = wager ? fitted(wager, unit, chosen) : 0;
  const set = (amount: number): void => {
    choose(amount);
    type(null);
  };
  const bet = table.hand?.currentBet ?? 0;
  const read = (text: string): Read => readTyped(table, text, (part) => bet + ((wager?.pot_to ?? bet) - bet) * part);
  const write = (text: string): void => {
    type(text);
    const amount = read(text);
    choose("chips" in amount ? amount.chips : chosen);
  };
  const now = typed ? read(typed) : null;
  // Nothing can be bet until the text is an amount again.
  const unreadable = now !== null && "wrong" in now;
  const act = (action: Action): void => room.play.act(table, action);
  const stay = stayOf(legal);
  const fold = (): void => (legal.check && !folding ? askFold(true) : act("Fold"));
  const raise = (): void => {
    if (wager && !unreadable) act(wager.raise ? { RaiseTo: to } : { Bet: to });
  };
  const quick = wager ? presets(table, wager) : [];
  // Several presets may come to the same amount. Only the first of them is lit.
  const lit = quick.findIndex((preset) => preset.to === to);
  const shift = (steps: number): void => {
    if (wager) set(fitted(wager, unit, to + steps * Math.max(unit, table.hand?.game.big_blind ?? unit)));
  };
  useKeys(keys, (key, event) => {
    if (key === "f" && legal.fold) fold();
    else if (key === "c" && stay) act(stay);
    else if ((key === "r" || key === "b") && wager) raise();
    else if (key === "enter" && (event.target as HTMLElement).classList.contains("wager-amount")) raise();
    else if (key === "arrowup" && wager) shift(1);
    else if (key === "arrowdown" && wager) shift(-1);
    else if (/^[1-5]$/.test(key) && quick[Number(key) - 1]) set(quick[Number(key) - 1]?.to ?? to);
    else if (key === "escape" && folding) askFold(false);
    else return false;
    return true;
  });
  const label = t(table.hand?.completes(to) ? "action-amount-to-complete-to" : wager?.raise ? "action-amount-to-raise-to" : "action-amount-to-bet");
  const allIn = wager !== null && to === (table.seats.mine?.stack ?? 0) + (table.seats.mine?.hand?.bet ?? 0);
  return (
    <>
      <div class="turn-line">
        <b>{t("action-your-turn")}</b>
        {wager && typed && now ? <AmountHint table={table} typed={typed} read={now} to={to} /> : <Notice table={table} />}
        <TimeLeft table={table} />
      </div>
      {wager && !folding && (wager.max_to > wager.min_to || quick.length > 0) && (
        <div class="sizing">
          <div class="presets" role="group" aria-label={t("action-amounts")}>
            {quick.map((preset, index) => (
              <button
                key={preset.name}
                onClick={() => set(preset.to)}
                aria-pressed={index === lit}
                title={settings.shortcuts ? t("action-preset-title", { amount: amountText(table, preset.to), key: index + 1 }) : amountText(table, preset.to)}
              >
                {preset.name}
              </button>
            ))}
          </div>
          <div class="slide">
            <input
              type="range"
              min={wager.min_to}
              max={wager.max_to}
              step={wager.fixed ? wager.max_to - wager.min_to : 1}
              value={to}
              onInput={(event) => set(fitted(wager, unit, Number(event.currentTarget.value)))}
              aria-label={label}
              aria-valuetext={amountText(table, to)}
            />
            <input
              class="wager-amount"
              inputMode={unitOf(table) === 1 ? "numeric" : "decimal"}
              value={typed ?? amountTyped(table, to)}
              onInput={(event) => write(event.currentTarget.value)}
              onBlur={() => unreadable || set(to)}
              aria-invalid={unreadable}
              onFocus={(event) => event.currentTarget.select()}
              aria-label={label}
            />
          </div>
        </div>
      )}
      {folding ? (
        <FoldForFree act={act} />
      ) : (
        <div class="buttons">
          {legal.fold && (
            <button class="act fold" onClick={fold} aria-keyshortcuts={shortcut("F")}>
              {t("action-fold")}
            </button>
          )}
          {stay && (
            <button class="act check" onClick={() => act(stay)} aria-keyshortcuts={shortcut("C")}>
              {stayText(table, legal, stay)}
            </button>
          )}
          {stay === "BringIn" && legal.call !== null && (
            <button class="act check" onClick={() => act("Call")}>
              {stayText(table, legal, "Call")}
            </button>
          )}
          {wager && (
            <button class="act raise" onClick={raise} disabled={unreadable} aria-keyshortcuts={shortcut("R")}>
              {withAmount(allIn ? "action-all-in" : table.hand?.completes(to) ? "action-complete-to" : wager.raise ? "action-raise-to" : "action-bet", table, to)}
            </button>
          )}
        </div>
      )}
    </>
  );
};

/** Asks again before a fold that costs nothing to avoid. */
const FoldForFree = ({ act }: { act(action: Action): void }) => {
  const check = useFocus<HTMLButtonElement>();
  return (
    <div class="buttons confirm" role="group" aria-label={t("action-fold-for-free")}>
      <p>{t("action-can-check")}</p>
      <button class="act check" onClick={() => act("Check")} ref={check}>
        {t("action-check")}
      </button>
      <button class="act fold" onClick={() => act("Fold")}>
        {t("action-fold-anyway")}
      </button>
    </div>
  );
};

/** Says why the amount in effect differs from the one that the player typed. */
const AmountHint = ({ table, typed, read, to }: { table: Table; typed: string; read: Read; to: number }) => {
  const closest = "chips" in read && read.chips !== to ? t("action-closest-amount", { amount: amountText(table, to) }) : null;
  const hint = wrongTyped(table, typed, read) ?? closest;
  return (
    hint && (
      <p class="notice" role="status">
        {hint}
      </p>
    )
  );
};

interface Drawing extends Acting {
  /** The turn has come, so the cards can be discarded. Before it, they are only chosen. */
  now: boolean;
}

/** A draw: the player chooses cards and discards them. */
const Draw = ({ table, keys, now }: Drawing) => {
  const cards = table.seats.you?.cards ?? [];
  const { hand, choices: { discards } } = table;
  const { least, most } = table.legal?.discard ?? hand?.drawing ?? { least: 0, most: 0 };
  const turn = (card: Card): void => {
    if (discards.includes(card)) table.choices.discards = discards.filter((other) => other !== card);
    else if (discards.length < most) table.choices.discards = [...discards, card];
    room.screen.changed();
  };
  const done = (): void => {
    if (now && discards.length >= least) room.play.discard(table, discards);
  };
  useKeys(keys, (key) => {
    const card = cards[Number(key) - 1];
    if (card) turn(card);
    else if (now && (key === "enter" || key === "d")) done();
    else return false;
    return true;
  });
  const kept = cards.filter((card) => !discards.includes(card));
  const made = hand && keptName(hand.game, kept);
  return (
    <>
      <div class="turn-line">
        <b>{least ? t("action-discard-count", { count: least }) : t(...drawName(hand?.draw ?? 0, hand?.game.draws ?? 0))}</b>
        {now ? <Notice table={table} /> : <span class="mute">{t("action-choose-ahead")}</span>}
        {now && <TimeLeft table={table} />}
      </div>
      <div class="draw" role="group" aria-label={t("action-cards-to-discard")}>
        {cards.map((card) => (
          <button key={card} class="draw-card" aria-pressed={discards.includes(card)} onClick={() => turn(card)}>
            <PlayingCard card={card} />
          </button>
        ))}
      </div>
      <p class="kept mute" role="status">
        {kept.length === 0 ? t("action-keep-nothing") : discards.length === 0 ? t("action-keep-all") : t("action-keep")}{" "}
        {kept.length > 0 && discards.length > 0 && <SmallCards cards={[...kept].sort(byRank)} />}
        {made && ` ${made}`}
      </p>
      {now && (
        <div class="buttons">
          <button class="act raise" disabled={discards.length < least} onClick={done}>
            {discards.length ? t("action-draw-count", { count: discards.length }) : t("action-stand-pat")}
          </button>
        </div>
      )}
    </>
  );
};

const byRank = (a: Card, b: Card): number => "AKQJT98765432".indexOf(rankOf(a)) - "AKQJT98765432".indexOf(rankOf(b));

/** Between turns: choices in advance, offers, and what the seat waits for. */
const Waiting = ({ table }: { table: Table }) => {
  const { seats: { mine, you }, offers } = table;
  const now = useMoments(offers.show ?? offers.showdown, offers.runIt?.ends, offers.choose, offers.rabbit?.ends, offers.see);
  if (!mine || !you) return null;
  if ((offers.show ?? offers.showdown ?? 0) > now) return <ShowOffer table={table} />;
  if (offers.runIt && offers.runIt.ends > now) {
    return (
      <div class="buttons" role="group" aria-label={t("action-how-many-boards")}>
        {Array.from({ length: offers.runIt.most }, (_, index) => (
          <button key={index} class="act check" onClick={() => room.offers.runIt(table, index + 1)}>
            {t("action-run-it", { times: index + 1 })}
          </button>
        ))}
      </div>
    );
  }
  if (offers.choose && offers.choose > now) {
    return (
      <div class="presets games" role="group" aria-label={t("action-next-game")}>
        {table.info.games.map((game, index) => (
          <button key={game.id} onClick={() => room.offers.choose(table, index)}>
            {game.name}
          </button>
        ))}
      </div>
    );
  }
  if (offers.rabbit && offers.rabbit.ends > now && offers.rabbit.asksViewer) return <RabbitVote table={table} />;
  if (offers.see && offers.see > now && muckedHands(table).length > 0) return <AskToSee table={table} />;
  if (table.wonUnseen && !offers.rabbit && !room.offers.noRabbits.has(table.info.rulebook)) {
    return (
      <>
        <HaltLine table={table} />
        <div class="in-advance">
          <ShowCards table={table} />
          <button onClick={() => void room.offers.rabbitHunt(table)}>{t("action-rabbit")}</button>
          {table.played !== null && <ReplayLink table={table} hand={table.played} />}
          <LinkToCopy table={table} />
        </div>
      </>
    );
  }
  if (table.mayAct && !table.clock.paused) return <InAdvance table={table} />;
  return <SeatLine table={table} />;
};

/** After a hand, the viewer may show any of the cards that nobody has seen. */
const ShowCards = ({ table }: { table: Table }) => {
  const cards = table.seats.you?.to_show ?? [];
  if (!cards.length) return null;
  return (
    <span class="show-cards" role="group" aria-label={t("action-tap-to-show")}>
      <span class="mute">{t("action-tap-to-show")}</span>
      {cards.length > 1 && <button onClick={() => room.offers.showCards(table, cards)}>{t("action-show-all", { count: cards.length })}</button>}
    </span>
  );
};

const ShowOffer = ({ table }: { table: Table }) => (
  <div class="buttons">
    <button class="act fold" onClick={() => room.offers.show(table, false)}>
      {t("action-muck")}
    </button>
    <button class="act check" onClick={() => room.offers.show(table, true)}>
      {t("action-show")}
    </button>
  </div>
);

/** The winner would like to see the cards that would have come. */
const RabbitVote = ({ table }: { table: Table }) => (
  <div class="buttons confirm" role="group" aria-label={t("action-rabbit-question")}>
    <p>{t("action-rabbit-asked", { name: table.seats.playerName(table.offers.rabbit?.seat ?? 0) })}</p>
    <button class="act fold" onClick={() => room.offers.rabbitConsent(table, false)}>
      {t("action-rabbit-no")}
    </button>
    <button class="act check" onClick={() => room.offers.rabbitConsent(table, true)}>
      {t("action-rabbit-yes")}
    </button>
  </div>
);

/** Returns the other players whose mucked hands nobody has seen. */
const muckedHands = (table: Table): Seat[] =>
  table.seats.all.filter((seat): seat is Seat => Boolean(seat?.hand?.mucked && !seat.hand.tabled && seat.seat !== table.seats.you?.seat));

/** Before the pots are pushed, a player with the right to do so may ask to see a mucked hand. */
const AskToSee = ({ table }: { table: Table }) => (
  <div class="in-advance" role="group" aria-label={t("action-ask-to-see")}>
    {muckedHands(table).map((seat) => (
      <button key={seat.seat} onClick={() => room.offers.askToSee(table, seat.seat)}>
        {t("action-see-hand", { name: table.seats.called(seat.name) })}
      </button>
    ))}
  </div>
);

const InAdvance = ({ table }: { table: Table }) => {
  const { price, situation } = table;
  const kinds: [Intent["kind"], string][] =
    price > 0
      ? [["fold", t("action-fold-ahead")], ["call", t("action-call-ahead", { amount: amountText(table, price) })]]
      : [["fold", t("action-check-fold")], ["check", t("action-check")]];
  const choose = (kind: Intent["kind"]): void => {
    table.choices.intent = table.choices.intent?.kind === kind ? null : { kind, price, situation };
    table.choices.notice = null;
    room.screen.changed();
  };
  return (
    <div class="in-advance" role="group" aria-label={t("action-in-advance")}>
      <span class="mute">{t("action-in-advance")}</span>
      {kinds.map(([kind, name]) => (
        <button key={kind} aria-pressed={table.choices.intent?.kind === kind} onClick={() => choose(kind)}>
          {name}
        </button>
      ))}
    </div>
  );
};

const SeatLine = ({ table }: { table: Table }) => {
  const { seats: { mine, you }, info } = table;
  if (!mine || !you) return null;
  const wallet = room.seats.budgetAt(table);
  const most = Math.min(table.mostToHave - mine.stack, wallet);
  if (mine.sitting_out) {
    // A player who is all-in may still win.
    const hasNone = mine.stack === 0 && (!mine.hand || Boolean(table.hand?.over));
    // A player without chips needs at least the minimum buy-in to play on.
    const broke = hasNone && most < info.min_buy_in;
    const why = hasNone ? "action-out-no-chips" : { asked: "action-out-asked", late: "action-out-late", none: "action-out" }[table.seats.outBecause ?? "none"];
    return (
      <>
        <p class="seat-line mute" role="status">
          {t(why)} <ShowCards table={table} />
        </p>
        <div class="buttons">
          {hasNone && info.tournament === null && !broke && (
            <TopUp table={table} min={info.min_buy_in} most={most} usual={info.big_blind * USUAL_BIG_BLINDS} verb="action-rebuy" plays />
          )}
          {info.tournament === null && broke && (
            <>
              <span class="mute">{wallet === 0 ? t("action-wallet-empty") : t("action-wallet-too-small", { amount: chips(wallet) })}</span>
              <button class="act check" onClick={() => room.account.refill()}>
                {t("action-ask-for-chips")}
              </button>
            </>
          )}
          {(!hasNone || broke || info.tournament !== null) && (
            <button class="act raise" disabled={hasNone} onClick={() => room.seats.sitOut(table, false)}>
              {t("action-back")}
            </button>
          )}
        </div>
      </>
    );
  }
  if (you.to_show.length && table.hand?.over !== false) {
    return (
      <>
        <HaltLine table={table} />
        <div class="in-advance">
          <ShowCards table={table} />
          {table.played !== null && <ReplayLink table={table} hand={table.played} />}
          <LinkToCopy table={table} />
        </div>
      </>
    );
  }
  return (
    <>
      <p class="seat-line mute">
        {seatText(table)} {table.played !== null && <ReplayLink table={table} hand={table.played} />}
      </p>
      {lacksOthers(table) && (
        <div class="in-advance">
          <LinkToCopy table={table} />
        </div>
      )}
    </>
  );
};

/** Says above the cards to show why no next hand begins. */
const HaltLine = ({ table }: { table: Table }) => {
  const text = haltText(table);
  return text === null ? null : <p class="seat-line mute">{text}</p>;
};

/** Whether only other players can bring what the next hand lacks. */
const lacksOthers = (table: Table): boolean => ["player", "chips"].includes(lackOf(table) ?? "");

/** Offers the link to a table that waits for others. */
const LinkToCopy = ({ table }: { table: Table }) =>
  lacksOthers(table) ? <button onClick={() => void copyText(linkTo(table), t("app-link-copied"))}>{t("action-copy-table-link")}</button> : null;

/** Returns the link that leads others to the table: the invitation of a private one. */
const linkTo = ({ id }: Table): string => {
  const code = room.invitations.tables.get(id);
  return `${location.origin}/#/${code ? `join/${code}` : `table/${id}`}`;
};
