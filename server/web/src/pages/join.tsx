// Entering by a link: the game and the stakes, a name, the buy-in, and a seat.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AmountInput } from "../parts/amount-input";
import { NameForm } from "../parts/name-form";
import type { TableInfo, TournamentInfo } from "cardroom-bot/protocol";
import { shownValue } from "../room/money";
import { room, useRoom } from "../room/room";
import { briefly, gameLong, stakes } from "../room/words";
import { USUAL_BIG_BLINDS, shownAmount, usualBuyIn } from "../table/sit-dialog";
import { t } from "../words/words";

type Invited = { table: TableInfo } | { event: TournamentInfo } | { refused: string };

/** Shows where a code leads, or requests a code. */
export const JoinPage = ({ code }: { code: string }) => {
  const { line: { standing }, signIn: { arriving } } = useRoom();
  const [invited, set] = useState<Invited | null>(null);
  useEffect(() => {
    if (!code || standing !== "open" || arriving) return;
    void room.invitations.use(code).then(set);
  }, [code, standing, arriving]);
  const refused = invited && "refused" in invited ? invited.refused : null;
  if (!code || refused) {
    return (
      <main class="lobby join-page">
        <h1>{t("host-join-title")}</h1>
        <JoinForm key={code} code={code} refused={refused} />
      </main>
    );
  }
  return (
    <main class="lobby join-page">
      {!invited && <h1 class="plain mute pad">{t("host-join-loading")}</h1>}
      {invited && "table" in invited && <ToTable info={invited.table} />}
      {invited && "event" in invited && <ToEvent info={invited.event} />}
    </main>
  );
};

const ToTable = ({ info: first }: { info: TableInfo }) => {
  const { account: { session }, tables: { all: tables } } = useRoom();
  const known = tables.get(first.table);
  const info = known?.info ?? first;
  const seated = Boolean(known?.seats.you) || session?.tables.includes(info.table);
  useEffect(() => {
    if (seated) location.replace(`#/table/${info.table}`);
  }, [seated]);
  return (
    <section class="invited" aria-labelledby="invited-to">
      <Head host={info.host} name={info.name}>
        {gameLong(info.betting, info.game_name)} · {stakes(info)}
      </Head>
      <p class="mute">{t("host-seats-taken", { seated: info.seated, seats: info.seats })}</p>
      {session ? <SitForm info={info} /> : <NameForm verb={t("host-join")} />}
    </section>
  );
};

const ToEvent = ({ info }: { info: TournamentInfo }) => {
  const { account: { session } } = useRoom();
  useEffect(() => {
    if (session) location.replace(`#/tournament/${info.tournament}`);
  }, [session]);
  return (
    <section class="invited" aria-labelledby="invited-to">
      <Head host={info.host} name={info.name}>
        {gameLong(info.betting, info.game_name)} · {t("host-entry-of", { price: info.buy_in + info.fee })}
      </Head>
      <p class="mute">{t("host-entered", { entries: info.entries, most: info.max_entries })}</p>
      <NameForm verb={t("host-join")} />
      <a class="button quiet" href={`#/tournament/${info.tournament}`}>
        {t("host-watch")}
      </a>
    </section>
  );
};

const Head = ({ host, name, children }: { host: string | null; name: string; children: ComponentChildren }) => (
  <header>
    <p class="eyebrow">{host === null ? t("host-invited") : t("host-invited-by", { host })}</p>
    <h1 id="invited-to">{name}</h1>
    <p class="lead">{children}</p>
  </header>
);

const SitForm = ({ info }: { info: TableInfo }) => {
  const { account: { session } } = useRoom();
  // A private table has chips of its own, which no wallet pays for.
  const balance = info.host === null ? (session?.balance ?? 0) : Infinity;
  const value = shownValue(info.chip_value);
  const most = Math.min(info.max_buy_in, balance);
  const [typed, setAmount] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const amount = typed ?? usualBuyIn({ min: info.min_buy_in, most, unit: info.unit }, info.big_blind * USUAL_BIG_BLINDS, balance);
  const watch = (
    <a class="button quiet wide" href={`#/table/${info.table}`}>
      {t("host-watch")}
    </a>
  );
  if (info.seated >= info.seats) {
    return (
      <>
        <p>{t("host-table-full")}</p>
        <a class="button primary large wide" href={`#/table/${info.table}`}>
          {t("host-go-to-table")}
        </a>
      </>
    );
  }
  if (balance < info.min_buy_in) {
    return (
      <>
        <p class="refused">{t("host-too-few-chips", { least: shownAmount(info.min_buy_in, value), balance: shownAmount(balance, value) })}</p>
        <button class="primary large wide" onClick={() => room.account.refill()}>
          {t("host-ask-for-chips")}
        </button>
        {watch}
      </>
    );
  }
  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const seat = await room.seats.sit(info.table, null, amount, false).finally(() => setBusy(false));
    if (seat) location.replace(`#/table/${info.table}`);
  };
  return (
    <form onSubmit={(event) => void sit(event)}>
      <label>
        <span class="spread">
          {t("host-buy-in")} <small class="mute">{t("host-range", { from: briefly(info.min_buy_in, value), to: briefly(most, value) })}</small>
        </span>
        <AmountInput value={amount} set={setAmount} least={info.min_buy_in} most={most} unit={info.unit} bigBlind={info.big_blind} worth={value} />
      </label>
      <button class="primary large wide" disabled={busy}>
        {t("host-sit-down", { amount: shownAmount(amount, value) })}
      </button>
      {watch}
    </form>
  );
};

export const JoinForm = ({ code: first = "", refused: before = null }: { code?: string; refused?: string | null }) => {
  const [code, setCode] = useState(first);
  const [refused, setRefused] = useState(before);
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await room.invitations.use(code);
    if ("refused" in answer) setRefused(answer.refused);
    else location.hash = `#/join/${code.replace(/[^0-9a-z]/gi, "").toUpperCase()}`;
  };
  return (
    <form class="command join" aria-label={t("host-join-title")} onSubmit={(event) => void join(event)}>
      <label class="wider">
        {t("host-invite-code")}
        <input
          required
          value={code}
          minLength={10}
          maxLength={16}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="K7QX2-M9RTA"
          aria-invalid={refused !== null}
          onInput={({ currentTarget }) => {
            setCode(currentTarget.value);
            setRefused(null);
          }}
        />
        {refused && (
          <span class="refused" role="alert">
            {refused}
          </span>
        )}
      </label>
      <button>{t("host-join")}</button>
    </form>
  );
};
