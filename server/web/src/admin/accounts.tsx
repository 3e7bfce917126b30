// Managing accounts: finding them, and giving orders about them. The server decides which orders an
// operator may give.
import { useEffect, useState } from "preact/hooks";
import type { ApiTokenInfo, AccountKind, AccountOrder, AccountPage, AccountRow, AccountShown, OperationPage, ResetCode, Role } from "cardroom-bot/protocol";
import { refuseMark } from "../parts/amount-input";
import { AskingForm } from "../parts/asking-form";
import { copyText } from "../parts/invitation";
import { Sentence } from "../parts/missing";
import { administer, findAccounts, getAccount, listOperations } from "../room/requests/administration";
import { exportAccount } from "../room/requests/files";
import { room, useRoom } from "../room/room";
import { chips, dateOf, momentOf } from "../room/words";
import { t } from "../words/words";
import { Pager } from "./pager";
import { Reports, Said } from "./reports";

const KINDS: readonly AccountKind[] = ["Any", "Registered", "Guest", "Staff", "Suspended"];
const ROLES: readonly Role[] = ["Player", "Host", "Floor", "Admin"];
const PAGE = 20;
/** The server's timestamp for "never". */
const NEVER = 253_402_300_799_000;

export const AccountsPage = () => {
  const { line: { standing }, account: { session } } = useRoom();
  const [text, search] = useState("");
  const [which, choose] = useState<AccountKind>("Any");
  const [from, turnTo] = useState(0);
  const [page, take] = useState<AccountPage | null>(null);
  const [name, open] = useState<string | null>(null);
  const [changes, count] = useState(0);
  const may = room.account.rulesEverywhere;
  useEffect(() => {
    if (standing !== "open" || !may) return;
    let stale = false;
    void findAccounts(text, which, from).then((found) => {
      if (!stale && found) take(found);
    });
    return () => {
      stale = true;
    };
  }, [standing, may, text, which, from, changes]);
  if (!may) return <Sentence text={standing !== "open" || room.signIn.arriving ? "admin-loading" : "admin-not-allowed"} />;
  const again = (): void => count((before) => before + 1);
  return (
    <main class="floor accounts">
      <header class="page-head">
        <div>
          <p class="eyebrow">{t("admin-room")}</p>
          <h1>{t("admin-accounts")}</h1>
        </div>
        <div class="row">
          {session?.role === "Admin" && (
            <a class="button" href="#/hooks">
              {t("admin-hooks")}
            </a>
          )}
          <a class="button" href="#/integrity">
            {t("admin-integrity")}
          </a>
        </div>
      </header>
      <Reports open={open} changes={changes} />
      <div class="floor-grid">
        <section aria-label={t("admin-find")}>
          <div class="row">
            <label>
              {t("admin-name")}
              <input type="search" value={text} onInput={({ currentTarget }) => (search(currentTarget.value), turnTo(0))} maxLength={24} />
            </label>
            <label>
              {t("admin-which")}
              <select value={which} onChange={({ currentTarget }) => (choose(currentTarget.value as AccountKind), turnTo(0))}>
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`admin-kind-${kind}`)}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <p class="mute small" role="status">
            {t("admin-found", { count: page?.total ?? 0 })}
          </p>
          <ul class="glance">
            {page?.accounts.map((account) => (
              <li key={account.id}>
                <button aria-pressed={account.name === name} onClick={() => open(account.name)}>
                  <b>{account.name}</b>
                  <Marks account={account} />
                </button>
              </li>
            ))}
          </ul>
          {page && <Pager from={from} size={PAGE} total={page.total} turnTo={turnTo} />}
          {session?.role === "Admin" && <Create done={again} />}
        </section>
        <section aria-label={t("admin-account")}>
          {name === null ? <p class="mute pad">{t("admin-choose")}</p> : <Account key={name} name={name} changed={(now) => (open(now), again())} />}
        </section>
        <div class="whole">
          <Log account={name} changes={changes} />
        </div>
      </div>
    </main>
  );
};

/** Tags for the notable properties of an account. */
const Marks = ({ account }: { account: AccountRow }) => (
  <span class="tags">
    <i class="tag">{t(account.erased_at ? "admin-erased" : account.bot ? "admin-bot" : account.guest ? "admin-guest" : `admin-role-${account.role}`)}</i>
    {account.online && <i class="tag">{t("admin-online")}</i>}
    {account.suspended_until && <i class="tag gold">{t("admin-suspended")}</i>}
    {account.muted_until && <i class="tag gold">{t("admin-muted")}</i>}
  </span>
);

const ends = (time: number): string => (time >= NEVER ? t("admin-without-end") : t("admin-until", { date: momentOf(time) }));

/** How often a playing account is reloaded: the end of a hand changes its chips and its tables. */
const WHILE_PLAYING_MS = 3000;

const Account = ({ name, changed }: { name: string; changed(now: string | null): void }) => {
  const [shown, take] = useState<AccountShown | null>(null);
  const [code, give] = useState<ResetCode | null>(null);
  const bring = async (): Promise<void> => take(await getAccount(name));
  useEffect(() => void bring(), [name]);
  const plays = shown !== null && shown.tables.length + shown.tournaments.length > 0;
  useEffect(() => {
    if (!plays) return;
    const again = setInterval(() => void bring(), WHILE_PLAYING_MS);
    return () => clearInterval(again);
  }, [name, plays]);
  if (!shown) return <p class="mute pad">{t("admin-loading")}</p>;
  const { account } = shown;
  const done = async (order: AccountOrder, answer: ResetCode | null): Promise<void> => {
    give(answer);
    room.screen.toast(t("admin-done"));
    if ("Rename" in order) return changed(order.Rename.name);
    if ("Erase" in order || "MergeGuest" in order) return changed(null);
    await bring();
    changed(name);
  };
  const facts: [string, string][] = [
    ["admin-wallet", chips(shown.wallet)],
    ["admin-on-tables", chips(shown.on_tables)],
    ["admin-opened", account.opened_at ? dateOf(account.opened_at) : "–"],
    ["admin-second-factor", t(shown.second_factor ? "admin-yes" : "admin-no")],
  ];
  return (
    <>
      <h2>
        {account.name} <small class="mute">{t("admin-id", { id: account.id })}</small>
      </h2>
      <Marks account={account} />
      {account.suspended_until && <p class="banner gold">{t("admin-suspended-until", { ends: ends(account.suspended_until) })}</p>}
      {account.muted_until && <p class="banner gold">{t("admin-muted-until", { ends: ends(account.muted_until) })}</p>}
      {shown.locked_until && <p class="banner gold">{t("admin-locked-until", { ends: ends(shown.locked_until) })}</p>}
      <dl class="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {shown.tables.length > 0 && (
        <p>
          {t("admin-sits-at")}{" "}
          {shown.tables.map(({ table, name }) => (
            <a key={table} href={`#/table/${table}`}>
              {name}{" "}
            </a>
          ))}
        </p>
      )}
      {code && <NewCode made={code} />}
      {!account.erased_at && !account.bot && <Order shown={shown} done={done} />}
      <Said account={account.name} />
      {room.account.session?.role === "Admin" && <Export account={account.name} />}
    </>
  );
};

/** Saves all that is stored of an account, with the hands and the cards of its player. */
const Export = ({ account }: { account: string }) => {
  const [asks, ask] = useState(false);
  const [why, explain] = useState("");
  const done = (): void => {
    explain("");
    ask(false);
  };
  if (!asks) return <button onClick={() => ask(true)}>{t("admin-export")}</button>;
  return (
    <section aria-label={t("admin-export")}>
      <AskingForm action={t("admin-export")} send={() => exportAccount(account, why.trim())} done={done}>
        <label>
          {t("admin-export-why")}
          <input value={why} onInput={({ currentTarget }) => explain(currentTarget.value)} required maxLength={280} autocomplete="off" />
        </label>
      </AskingForm>
    </section>
  );
};

/** Shows a link with which the owner of an account sets a password. */
const NewCode = ({ made }: { made: ResetCode }) => {
  const link = `${location.origin}/#/reset/${made.code}`;
  return (
    <div class="banner good new-token" role="status">
      <span>{t("admin-code", { name: made.account, date: momentOf(made.expires_at) })}</span>
      <code>{link}</code>
      <button onClick={() => void copyText(link, t("app-link-copied"))}>{t("app-copy-link")}</button>
    </div>
  );
};

type Kind = "Suspend" | "Restore" | "Mute" | "Unmute" | "Unlock" | "Remove" | "Rename" | "SetRole" | "ResetPassword" | "SignOut" | "RevokeToken" | "RemoveSecondFactor" | "UnlinkSignIn" | "GrantChips" | "TakeChips" | "MergeGuest" | "Erase";

const FOR_THE_FLOOR: readonly Kind[] = ["Suspend", "Restore", "Mute", "Unmute", "Unlock", "Remove"];
const FOR_ADMINISTRATORS: readonly Kind[] = ["Rename", "SetRole", "ResetPassword", "SignOut", "RevokeToken", "RemoveSecondFactor", "UnlinkSignIn", "GrantChips", "TakeChips", "MergeGuest", "Erase"];

/** Returns the orders that make sense for an account in its present state. */
const ordersFor = ({ account, tables, tokens, second_factor, linked, locked_until }: AccountShown): Kind[] => {
  const sense: Partial<Record<Kind, boolean>> = {
    Restore: account.suspended_until !== null,
    Unmute: account.muted_until !== null,
    Unlock: locked_until !== null,
    Remove: tables.length > 0,
    ResetPassword: !account.guest,
    RevokeToken: tokens.length > 0,
    RemoveSecondFactor: second_factor,
    UnlinkSignIn: linked,
    MergeGuest: account.guest,
  };
  const all = room.account.session?.role === "Admin" ? [...FOR_THE_FLOOR, ...FOR_ADMINISTRATORS] : FOR_THE_FLOOR;
  return all.filter((kind) => sense[kind] ?? true);
};

/** Describes a token: label, scopes, end, last use and address. */
const tokenRow = ({ label, scopes, ends_ms, last_used_ms, last_address }: ApiTokenInfo): string =>
  [
    label,
    scopes.map((scope) => t(`admin-scope-${scope}`)).join(", "),
    ends_ms === null ? t("admin-without-end") : t("admin-until", { date: momentOf(ends_ms) }),
    last_used_ms === null ? t("admin-token-unused") : t("admin-token-used", { date: momentOf(last_used_ms), address: last_address ?? "–" }),
  ].join(" · ");

const Order = ({ shown, done }: { shown: AccountShown; done(order: AccountOrder, answer: ResetCode | null): Promise<void> }) => {
  const kinds = ordersFor(shown);
  const [chosen, choose] = useState<Kind>("Suspend");
  const [reason, explain] = useState("");
  const [value, write] = useState("");
  const [also, allow] = useState(false);
  const kind = kinds.includes(chosen) ? chosen : (kinds[0] ?? "Suspend");
  const account = shown.account.name;
  const options: Partial<Record<Kind, [value: string, name: string][]>> = {
    SetRole: ROLES.map((role) => [role, t(`admin-role-${role}`)]),
    Remove: shown.tables.map(({ table, name }) => [String(table), name]),
    RevokeToken: shown.tokens.map((token) => [String(token.id), tokenRow(token)]),
  };
  const listed = options[kind];
  const picked = listed && !listed.some(([each]) => each === value) ? (listed[0]?.[0] ?? "") : value;
  const order = (): AccountOrder => {
    const until = { account, until: value ? new Date(value).getTime() : null };
    const amount = { account, chips: Number(value) };
    switch (kind) {
      case "Suspend":
        return { Suspend: until };
      case "Mute":
        return { Mute: until };
      case "Remove":
        return { Remove: { account, table: Number(picked) } };
      case "Rename":
        return { Rename: { account, name: value.trim() } };
      case "SetRole":
        return { SetRole: { account, role: picked as Role } };
      case "RevokeToken":
        return { RevokeToken: { account, token: Number(picked) } };
      case "GrantChips":
        return { GrantChips: amount };
      case "TakeChips":
        return { TakeChips: amount };
      case "MergeGuest":
        return { MergeGuest: { guest: account, into: value.trim(), chips: also } };
      case "Restore":
        return { Restore: account };
      case "Unmute":
        return { Unmute: account };
      case "Unlock":
        return { Unlock: account };
      case "ResetPassword":
        return { ResetPassword: account };
      case "SignOut":
        return { SignOut: account };
      case "UnlinkSignIn":
        return { UnlinkSignIn: account };
      case "RemoveSecondFactor":
        return { RemoveSecondFactor: account };
      case "Erase":
        return { Erase: account };
    }
  };
  const send = async (): Promise<void> => {
    const given = order();
    const answer = await administer(given, reason.trim());
    explain("");
    write("");
    await done(given, answer);
  };
  const written = { value, onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => write(currentTarget.value) };
  return (
    <div class="order">
      <AskingForm action={t("admin-apply")} send={send}>
        <label>
          {t("admin-order")}
          <select value={kind} onChange={({ currentTarget }) => (choose(currentTarget.value as Kind), write(""))}>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {t(`admin-order-${each}`)}
              </option>
            ))}
          </select>
        </label>
        <p class="mute small">{t(`admin-says-${kind}`)}</p>
        {(kind === "Suspend" || kind === "Mute") && (
          <label>
            {t("admin-ends")} <input type="datetime-local" {...written} />
          </label>
        )}
        {listed && (
          <label>
            {t(`admin-value-${kind}`)}
            <select value={picked} onChange={({ currentTarget }) => write(currentTarget.value)}>
              {listed.map(([each, label]) => (
                <option key={each} value={each}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {(kind === "GrantChips" || kind === "TakeChips") && (
          <label>
            {t("admin-chips")} <input type="number" min={1} required value={value} onInput={({ currentTarget }) => (refuseMark(currentTarget), write(currentTarget.value))} />
          </label>
        )}
        {(kind === "Rename" || kind === "MergeGuest") && (
          <label>
            {t(`admin-value-${kind}`)} <input required minLength={2} maxLength={24} autocomplete="off" {...written} />
          </label>
        )}
        {kind === "MergeGuest" && (
          <label class="toggle">
            <input type="checkbox" role="switch" checked={also} onChange={({ currentTarget }) => allow(currentTarget.checked)} />
            <span>{t("admin-merge-chips")}</span>
          </label>
        )}
        {kind === "Erase" && (
          <label>
            {t("admin-confirm-erase", { name: account })} <input required pattern={account.replace(/[-_ ]/g, "[$&]")} autocomplete="off" {...written} />
          </label>
        )}
        <label>
          {t("admin-reason")}
          <input value={reason} onInput={({ currentTarget }) => explain(currentTarget.value)} required maxLength={280} autocomplete="off" />
        </label>
      </AskingForm>
    </div>
  );
};

const Create = ({ done }: { done(): void }) => {
  const [name, call] = useState("");
  const [role, choose] = useState<Role>("Player");
  const [reason, explain] = useState("");
  const [made, give] = useState<ResetCode | null>(null);
  const send = async (): Promise<void> => {
    give(await administer({ Create: { name: name.trim(), role, password: null } }, reason.trim()));
    call("");
    explain("");
    done();
  };
  return (
    <details class="fold-out">
      <summary>{t("admin-create")}</summary>
      {made && <NewCode made={made} />}
      <AskingForm action={t("admin-create")} send={send}>
        <label>
          {t("admin-name")}
          <input value={name} onInput={({ currentTarget }) => call(currentTarget.value)} required minLength={2} maxLength={24} autocomplete="off" />
        </label>
        <label>
          {t("admin-role")}
          <select value={role} onChange={({ currentTarget }) => choose(currentTarget.value as Role)}>
            {ROLES.map((each) => (
              <option key={each} value={each}>
                {t(`admin-role-${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("admin-reason")}
          <input value={reason} onInput={({ currentTarget }) => explain(currentTarget.value)} required maxLength={280} autocomplete="off" />
        </label>
      </AskingForm>
    </details>
  );
};

/** The operators' actions, on the open account or on all of them. */
const Log = ({ account, changes }: { account: string | null; changes: number }) => {
  const { line: { standing } } = useRoom();
  const [from, turnTo] = useState(0);
  const [page, take] = useState<OperationPage | null>(null);
  useEffect(() => turnTo(0), [account]);
  useEffect(() => {
    if (standing === "open") void listOperations(account, from).then(take);
  }, [standing, account, from, changes]);
  return (
    <section aria-label={t("admin-log")}>
      <h2>{account === null ? t("admin-log") : t("admin-log-of", { name: account })}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("admin-log-rows")}>
        <table>
          <thead>
            <tr>
              <th>{t("admin-when")}</th>
              <th>{t("admin-who")}</th>
              <th>{t("admin-account")}</th>
              <th>{t("admin-what")}</th>
              <th>{t("admin-why")}</th>
            </tr>
          </thead>
          <tbody>
            {page?.operations.map((each, index) => (
              <tr key={`${each.at} ${index}`}>
                <td class="nowrap">{momentOf(each.at)}</td>
                <td>{each.operator ?? t("admin-command-line")}</td>
                <td>{each.account}</td>
                <td>{each.done}</td>
                <td>{each.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {page?.total === 0 && <p class="mute pad">{t("admin-log-empty")}</p>}
      </div>
      {page && <Pager from={from} size={PAGE} total={page.total} turnTo={turnTo} />}
    </section>
  );
};
