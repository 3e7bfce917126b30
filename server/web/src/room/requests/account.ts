// The viewer's account: its session, what it may do, and how it looks. `sign-in.ts` opens it.
// `second-factor.ts` and `api-tokens.ts` guard it.
import type { LoggedIn, TableInfo, TicketHeld, TournamentInfo } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import type { Answer, Connection } from "cardroom-bot/connection";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";

export type Session = Omit<LoggedIn, "request" | "resume_token">;

/** Whether this browser may show notifications. Most browsers were never asked. */
const hasNotifications = (): boolean => "Notification" in window && Notification.permission === "granted";

export class Account {
  session: Session | null = null;
  /** Entries into tournaments that were won in others. */
  tickets: TicketHeld[] = [];

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
  ) {}

  /** Whether the viewer may rule at every table. */
  get rulesEverywhere(): boolean {
    return this.session?.role === "Floor" || this.session?.role === "Admin";
  }
  get rules(): boolean {
    return this.rulesEverywhere || this.session?.role === "Host";
  }
  /** Returns whether the viewer hosts the table or tournament, and so is its floor. */
  hosts(info: TableInfo | TournamentInfo): boolean {
    return info.host !== null && info.host === this.session?.name;
  }

  /** Turns the guest into an account. Everything stays: chips, seats, tickets. */
  upgradeGuest(name: string, password: string): Promise<Answer> {
    return this.line.ask("UpgradeGuest", { name, password });
  }
  async setAppearance(avatar: number, color: number): Promise<void> {
    const session = this.session;
    if (!session) return;
    const before = { avatar: session.avatar, color: session.color };
    // Shown at once: the next choice keeps the half that it does not change.
    Object.assign(session, { avatar, color });
    this.screen.changed();
    const done = await this.line.try("SetAppearance", { avatar, color });
    if (done || session.avatar !== avatar || session.color !== color) return;
    Object.assign(session, before);
    this.screen.changed();
  }
  refill(): void {
    void this.line.try("Refill", {}, t("room-chips-granted"));
  }
  /** Proves the second factor again, which orders of administrators need now and then. */
  proveFactor(code: string): Promise<Answer> {
    return this.line.ask("ProveFactor", { code });
  }
  /** Ends every other sign-in and token of the account. */
  async signOutEverywhere(): Promise<void> {
    await this.line.try("SignOutEverywhere", {}, t("room-signed-out-everywhere"));
    this.keepNotifications();
  }

  /** Subscribes this browser again, if it has notifications. */
  keepNotifications(): void {
    if (hasNotifications()) void import("../push").then(({ refresh }) => refresh(this.line)).catch(() => undefined);
  }
  /** Ends this browser's notifications: its next player must not get this one's. */
  async endNotifications(): Promise<void> {
    if (hasNotifications()) await (await import("../push")).unsubscribe(this.line).catch(() => undefined);
  }
  /** Tells the server whether the page is visible. It sends notifications only if it is not. */
  showVisible(): void {
    if (this.session) void this.line.ask("SetVisible", { visible: !document.hidden }).catch(() => undefined);
  }

  readonly on: Messages = {
    Balance: ({ balance }) => {
      if (this.session) this.session.balance = balance;
    },
    Tickets: ({ tickets }) => {
      this.tickets = tickets;
    },
  };
}
