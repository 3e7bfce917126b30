// Signing in: as a guest, by password, token or provider, and again on each new connection.
import type { LoggedIn, SignInOffered, SignInTicket } from "cardroom-bot/protocol";
import { type Answer, type Connection, Refusal } from "cardroom-bot/connection";
import { markOf, rememberMark, rememberName } from "../names";
import { arrived, madeUpName } from "../newcomer";
import type { Messages } from "../reactions";
import type { Screen } from "../screen";
import { TOKEN } from "../token";
import type { Account } from "./account";

/** How many made-up names are tried for a newcomer. */
const PROPOSALS = 5;
/** The delay before a login that the server was too busy for is tried again. */
const RETRY_MS = 5_000;

export class SignIn {
  /** The sign-in provider, if the server has one. */
  provider: SignInOffered | null = null;
  /** True until it is known whether the browser is logged in already. */
  arriving = localStorage.getItem(TOKEN) !== null;
  /** The player must sign in again, so that dialog is open. */
  asked = false;
  /** Whether the current connection has logged in. */
  done = false;
  private retry: number | undefined;
  /** The credentials for the next connection, after a change of the password. */
  private again: { name: string; password: string; done(): void } | null = null;
  /** The name for the next connection of a guest. */
  private renamed: { nickname: string; done(): void; refused(refusal: Refusal): void } | null = null;

  constructor(
    private readonly line: Connection,
    private readonly screen: Screen,
    private readonly account: Account,
  ) {}

  enterAsGuest(nickname: string | null): Promise<Answer> {
    return this.line.ask("LoginGuest", { nickname });
  }
  /**
   * Enters as a guest under a made-up name. If it is taken, tries others, and at last lets the
   * server make one up.
   */
  async enterAsNewcomer(first: string): Promise<Answer> {
    let name = first;
    for (let tries = 0; tries < PROPOSALS; tries++) {
      try {
        const answer = await this.enterAsGuest(name);
        if (this.account.session) arrived(this.account.session.account);
        this.screen.changed();
        return answer;
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== "name_taken") throw error;
        name = madeUpName();
      }
    }
    return this.enterAsGuest(null);
  }
  /** Enters anew under another name, for a guest who has not played yet. A refusal leaves the guest as before. */
  async enterUnderAnotherName(nickname: string): Promise<void> {
    const { session } = this.account;
    const look = session && { avatar: session.avatar, color: session.color };
    await new Promise<void>((done, refused) => {
      this.renamed = { nickname, done, refused };
      this.line.again();
    });
    if (look) await this.account.setAppearance(look.avatar, look.color);
  }
  register(name: string, password: string): Promise<Answer> {
    return this.line.ask("Register", { name, password });
  }
  login(name: string, password: string, code: string | null): Promise<Answer> {
    const browser = markOf(name);
    return code
      ? this.line.ask("LoginWithCode", { name, password, code, browser })
      : this.line.ask("Login", { name, password, browser });
  }
  /** Signs in with a ticket of the provider, or opens an account under a name. */
  loginWithTicket(ticket: SignInTicket, name: string | null, code: string | null): Promise<Answer> {
    return this.line.ask("LoginWithTicket", { ticket, name, code });
  }
  /** Links the account to the provider. A guest becomes an account under a name. */
  async link(ticket: SignInTicket, password: string | null, name: string | null): Promise<void> {
    await this.line.ask("LinkSignIn", { ticket, password, name });
    this.linked(true);
  }
  async unlink(password: string): Promise<void> {
    await this.line.ask("UnlinkSignIn", { password });
    this.linked(false);
  }
  private linked(linked: boolean): void {
    if (this.provider) this.provider = { ...this.provider, linked };
    this.screen.changed();
  }
  /** Sets a password with an operator's code, and signs in. */
  useResetCode(code: string, password: string): Promise<Answer> {
    return this.line.ask("UseResetCode", { code, password });
  }
  /**
   * Changes the password. The server ends every session of the account, and its API tokens if
   * asked, so this page signs in again at once.
   */
  async changePassword(old: string, password: string, endTokens: boolean): Promise<void> {
    await this.line.ask("ChangePassword", { old, new: password, end_tokens: endTokens });
    const name = this.account.session?.name;
    if (!name) return;
    await new Promise<void>((done) => {
      this.again = { name, password, done };
      this.line.again();
    });
  }

  /** Signs in on a new connection. */
  opened(): void {
    this.done = false;
    this.signIn();
  }
  /** Signs in by the password that was just changed, under the new name, or by the token. */
  private signIn(): void {
    clearTimeout(this.retry);
    const { again, renamed } = this;
    const token = localStorage.getItem(TOKEN);
    if (again) {
      const { name, password, done } = again;
      const signedIn = (): void => {
        this.again = null;
        done();
      };
      this.line.ask("Login", { name, password, browser: markOf(name) }).then(signedIn, (refusal: Refusal) => {
        if (refusal.passes) return this.signInLater();
        this.ask(refusal);
        signedIn();
      });
    } else if (renamed) {
      this.renamed = null;
      this.line.ask("LoginGuest", { nickname: renamed.nickname }).then(renamed.done, (refusal: Refusal) => {
        renamed.refused(refusal);
        this.signIn();
      });
    } else if (token) {
      this.line.ask("LoginToken", { token }).catch((refusal: Refusal) => {
        if (refusal.code !== "bad_token" && refusal.code !== "suspended") return this.signInLater();
        if (refusal.code === "bad_token") localStorage.removeItem(TOKEN);
        this.account.session = null;
        this.arriving = false;
        this.screen.changed();
      });
    }
  }
  /** Tries again on this connection. On a new one the page signs in by itself. */
  private signInLater(): void {
    if (this.line.standing === "open") this.retry = window.setTimeout(() => this.signIn(), RETRY_MS);
  }
  /** Ends the session of this page, and lets the player sign in again. */
  private ask({ message }: Refusal): void {
    localStorage.removeItem(TOKEN);
    this.account.session = null;
    this.asked = true;
    this.screen.toast(message, true);
  }

  /** Begins a session. Returns whether it is the guest's of before, who is an account now. */
  came({ request: _, resume_token, ...session }: LoggedIn): boolean {
    const before = this.account.session;
    clearTimeout(this.retry);
    this.account.session = session;
    this.done = true;
    this.arriving = false;
    if (resume_token) localStorage.setItem(TOKEN, resume_token);
    if (resume_token && !session.guest) rememberMark(session.name, resume_token);
    if (session.guest) rememberName(session.name);
    return Boolean(before?.guest) && !session.guest && before?.account === session.account;
  }

  readonly on: Messages = {
    SignInOffered: (offered) => {
      this.provider = offered;
    },
  };
}
