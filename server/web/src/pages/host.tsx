// A table of one's own: its terms within the room's limits, its code, and the way in with a code. Tournaments of
// one's own are beside it, in `host-tournament.tsx`.
import { useEffect, useState } from "preact/hooks";
import { EntryDialog } from "../parts/entry";
import { Choice, Field } from "../parts/field";
import { Invitation } from "../parts/invitation";
import type { Hosting, HostableGame, TableTerms, Term } from "../protocol";
import { room, useRoom } from "../room/room";
import { bettingLong, bettings, chips, plural, stakes } from "../room/words";
import { HostedEvents } from "./host-tournament";

export const HostPage = ({ tournament }: { tournament: boolean }) => {
  const { session, standing, arriving, hosting, hostedEvents } = useRoom();
  const [entry, ask] = useState(false);
  useEffect(() => {
    if (!session || standing !== "open") return;
    void room.askHosting();
    if (tournament) void room.askHostedEvents();
  }, [session, standing, tournament]);
  return (
    <main class="lobby host">
      <header class="page-head">
        <div>
          <p class="eyebrow">Among friends</p>
          <h1>{tournament ? "A tournament of your own" : "A table of your own"}</h1>
          <p class="mute">
            Nobody finds it without its code, and nothing is taken for the house.
            {tournament && " All that is paid is won."}
          </p>
        </div>
      </header>
      <div class="segments" role="tablist" aria-label="What you host">
        <a role="tab" href="#/host" aria-selected={!tournament}>
          A table
        </a>
        <a role="tab" href="#/host/tournament" aria-selected={tournament}>
          A tournament
        </a>
      </div>
      <JoinForm />
      {!session && !arriving && (
        <p class="banner">
          <span>Log in to host {tournament ? "a tournament" : "a table"}.</span>
          <button class="primary" onClick={() => ask(true)}>
            Open an account
          </button>
        </p>
      )}
      {session && hosting && !hosting.allowed && (
        <p class="banner">
          <span>Private tables and tournaments are for accounts with a password: log out, and open one.</span>
        </p>
      )}
      {tournament && session && hosting && hostedEvents && <HostedEvents key={session.account} hosting={hosting} hosted={hostedEvents} />}
      {!tournament && session && hosting && <Own hosting={hosting} />}
      {!tournament && session && hosting?.allowed && <TermsForm key={session.account} hosting={hosting} />}
      {entry && <EntryDialog way="register" close={() => ask(false)} />}
    </main>
  );
};

/** Comes in with the code that the address names, or asks for one. */
export const JoinPage = ({ code }: { code: string }) => {
  const { standing, arriving } = useRoom();
  const [refused, set] = useState<string | null>(null);
  useEffect(() => {
    if (!code || standing !== "open" || arriving) return;
    void room.join(code).then((answer) => {
      if ("refused" in answer) set(answer.refused);
      else location.replace(answer.to);
    });
  }, [code, standing, arriving]);
  return (
    <main class="lobby host">
      <header class="page-head">
        <div>
          <p class="eyebrow">Invited</p>
          <h1>{code && !refused ? "Taking you there …" : "Join with a code"}</h1>
        </div>
      </header>
      {(!code || refused) && <JoinForm key={code} code={code} refused={refused} />}
    </main>
  );
};

const JoinForm = ({ code: first = "", refused: before = null }: { code?: string; refused?: string | null }) => {
  const [code, setCode] = useState(first);
  const [refused, setRefused] = useState(before);
  const join = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await room.join(code);
    if ("refused" in answer) setRefused(answer.refused);
    else location.hash = answer.to;
  };
  return (
    <form class="command join" aria-label="Join with a code" onSubmit={(event) => void join(event)}>
      <label class="wider">
        Somebody gave you a code
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
      <button>Join</button>
    </form>
  );
};

const Own = ({ hosting }: { hosting: Hosting }) => {
  if (hosting.tables.length === 0) return null;
  return (
    <section aria-label="Your tables">
      <h2>Your tables</h2>
      <ul class="tables">
        {hosting.tables.map(({ info, code }) => (
          <li key={info.table} class="own">
            <div class="what">
              <b>{info.name}</b>
              <span class="mute">
                {bettingLong(info.betting)} {info.game_name} · {stakes(info)} · {info.seated} of {info.seats} seats taken
              </span>
            </div>
            <Invitation code={code} />
            <div class="row">
              <a class="button primary" href={`#/table/${info.table}`}>
                Go there
              </a>
              <a class="button" href={`#/floor/${info.table}`}>
                Floor
              </a>
              <button class="quiet" onClick={() => void room.closeHosted(info.table)}>
                Close the table
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What a term is called, and where its limit is said. */
interface Part {
  term: Term;
  label: string;
  hint?: string;
}

const usual = (hosting: Hosting): TableTerms => {
  const { limits } = hosting;
  const has = (id: string): boolean => limits.games.some((game) => game.id === id);
  const book = limits.rulebooks.find(({ id }) => id === "online") ?? limits.rulebooks[0];
  return {
    name: `${room.session?.name ?? "My"}’s table`,
    game: has("holdem") ? "holdem" : (limits.games[0]?.id ?? ""),
    rulebook: book?.id ?? "",
    betting: "NoLimit",
    small_blind: 5, big_blind: 10, bring_in: 0, ante: 0, ante_kind: "None",
    seats: Math.min(6, limits.seats),
    min_buy_in: 400, max_buy_in: 1000,
    act_seconds: Math.min(Math.max(25, limits.min_act_seconds), limits.max_act_seconds),
    bank_seconds: Math.min(60, limits.max_bank_seconds),
    straddle: null, bomb_pot: null, max_boards: 1, hybrid: false, bots_allowed: false,
    free_chat: limits.free_chat,
  };
};

/** Another game brings what it needs with it: limits, blinds or a bring-in. */
const forGame = (terms: TableTerms, game: HostableGame | undefined): TableTerms => {
  if (!game) return terms;
  const big = terms.big_blind;
  const seats = Math.min(terms.seats, game.max_players);
  if (!game.bring_in) return { ...terms, game: game.id, seats, bring_in: 0, small_blind: terms.small_blind || Math.floor(big / 2) };
  const ante = Math.max(1, Math.floor(big / 8));
  if (game.blinds) return { ...terms, game: game.id, seats, betting: "FixedLimit", bring_in: 0, ante: 0, ante_kind: "None" };
  return { ...terms, game: game.id, seats, betting: "FixedLimit", small_blind: 0, bring_in: Math.max(1, Math.floor(big / 3)), ante, ante_kind: "Each" };
};

const TermsForm = ({ hosting }: { hosting: Hosting }) => {
  const { limits } = hosting;
  const [terms, change] = useState(() => usual(hosting));
  const [wrong, setWrong] = useState<{ term: Term; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<TableTerms>): void => {
    change({ ...terms, ...part });
    setWrong(null);
  };
  const game = limits.games.find(({ id }) => id === terms.game);
  const open = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await room.host(terms).finally(() => setBusy(false));
    if (answer?.TermsRefused) setWrong(answer.TermsRefused);
    if (answer?.Hosted) location.hash = `#/table/${answer.Hosted.table}`;
  };
  const number = (key: NumberTerm, part: Part, least: number, most: number) => (
    <Field {...part} wrong={wrong}>
      <input
        type="number"
        required
        min={least}
        max={most}
        value={terms[key]}
        aria-invalid={wrong?.term === part.term}
        onInput={({ currentTarget }) => set({ [key]: Number(currentTarget.value) })}
      />
    </Field>
  );
  const full = hosting.tables.length >= limits.per_account;
  const most = Math.min(limits.seats, game?.max_players ?? limits.seats);
  const bigBlind = game?.bring_in && !game.blinds ? "Small bet" : "Big blind";
  return (
    <form class="command" aria-label="Host a table" onSubmit={(event) => void open(event)}>
      <h2 class="wider">Host a table</h2>
      <Field term="Name" label="Name" hint="up to 40 characters" wrong={wrong} wide>
        <input required maxLength={40} value={terms.name} onInput={({ currentTarget }) => set({ name: currentTarget.value })} />
      </Field>
      <Choice term="Game" label="Game" wrong={wrong} value={terms.game} options={limits.games} choose={(game) => set(forGame(terms, limits.games.find(({ id }) => id === game)))} />
      <Choice term="Betting" label="Betting" wrong={wrong} value={terms.betting} options={bettings} choose={(betting) => set({ betting: betting as TableTerms["betting"] })} />
      <Choice term="Rulebook" label="Rulebook" wrong={wrong} value={terms.rulebook} options={limits.rulebooks} choose={(rulebook) => set({ rulebook })} />
      {number("seats", { term: "Seats", label: "Seats", hint: `2 to ${most}` }, 2, most)}
      {(!game || game.blinds) && number("small_blind", { term: "Blinds", label: "Small blind" }, 0, limits.max_big_blind)}
      {game?.bring_in && !game.blinds && number("bring_in", { term: "Blinds", label: "Bring-in", hint: "below the small bet" }, 1, limits.max_big_blind)}
      {number("big_blind", { term: "Blinds", label: bigBlind, hint: `up to ${chips(limits.max_big_blind)}` }, 1, limits.max_big_blind)}
      {number("ante", { term: "Ante", label: "Ante", hint: "0 for none" }, 0, limits.max_big_blind)}
      <Field term="Ante" label="Who pays it" wrong={null}>
        <select value={terms.ante_kind} onChange={({ currentTarget }) => set({ ante_kind: currentTarget.value as TableTerms["ante_kind"] })}>
          <option value="None">Nobody</option>
          <option value="Each">Each player</option>
          <option value="BigBlind">The big blind</option>
          <option value="Button">The button</option>
        </select>
      </Field>
      {number("min_buy_in", { term: "BuyIn", label: "Least buy-in" }, 1, limits.max_buy_in)}
      {number("max_buy_in", { term: "BuyIn", label: "Most", hint: `up to ${chips(limits.max_buy_in)}` }, 1, limits.max_buy_in)}
      {number(
        "act_seconds",
        { term: "ActTime", label: "Seconds to act", hint: `${limits.min_act_seconds} to ${limits.max_act_seconds}` },
        limits.min_act_seconds,
        limits.max_act_seconds,
      )}
      {number("bank_seconds", { term: "TimeBank", label: "Time bank", hint: `up to ${limits.max_bank_seconds} s` }, 0, limits.max_bank_seconds)}
      <Options terms={terms} set={set} wrong={wrong} />
      <button class="primary" disabled={busy || full}>
        Open the table
      </button>
      <p class="mute small">
        {full
          ? `You host ${plural(hosting.tables.length, "table")}, as many as you may: close one first.`
          : `Straddle, boards and bomb pots are for rulebooks that have them. You have the floor there, and everybody sees that it is you. An empty table closes after ${plural(Math.round(limits.close_empty_seconds / 60), "minute")}.`}
      </p>
    </form>
  );
};

type NumberTerm = { [K in keyof TableTerms]: TableTerms[K] extends number ? K : never }[keyof TableTerms];

interface Given {
  terms: TableTerms;
  set(part: Partial<TableTerms>): void;
  wrong: { term: Term; message: string } | null;
}

const Options = ({ terms, set, wrong }: Given) => (
  <>
    <Field term="Straddle" label="Straddle" wrong={wrong}>
      <select value={terms.straddle ?? ""} onChange={({ currentTarget }) => set({ straddle: (currentTarget.value || null) as TableTerms["straddle"] })}>
        <option value="">None</option>
        <option value="Utg">Left of the big blind</option>
        <option value="Button">On the button</option>
        <option value="Mississippi">Anywhere</option>
      </select>
    </Field>
    <Field term="Boards" label="All-in boards" wrong={wrong}>
      <select value={terms.max_boards} onChange={({ currentTarget }) => set({ max_boards: Number(currentTarget.value) })}>
        <option value={1}>One</option>
        <option value={2}>Up to two</option>
        <option value={3}>Up to three</option>
      </select>
    </Field>
    <Field term="BombPot" label="Bomb pots" wrong={wrong}>
      <select
        value={terms.bomb_pot ? String(terms.bomb_pot.every_hands) : ""}
        onChange={({ currentTarget: { value } }) => set({ bomb_pot: value ? { every_hands: Number(value), ante: terms.big_blind * 5 } : null })}
      >
        <option value="">None</option>
        <option value="10">Every 10 hands</option>
        <option value="20">Every 20 hands</option>
      </select>
    </Field>
    <label class="toggle">
      <input type="checkbox" role="switch" checked={terms.hybrid} onChange={({ currentTarget }) => set({ hybrid: currentTarget.checked })} />
      <span>Words and chips</span>
    </label>
    <label class="toggle">
      <input type="checkbox" role="switch" checked={terms.bots_allowed} onChange={({ currentTarget }) => set({ bots_allowed: currentTarget.checked })} />
      <span>Programs may play</span>
    </label>
  </>
);
