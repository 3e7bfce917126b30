// How an account logs in: with the token of its session, with an API token, with a password, or as
// a guest. If a person must change something, the error is a sentence that says so.
import { type Answer, Refusal, type Requests } from "./connection.ts";
import type { ErrorCode, LoggedIn } from "./protocol.ts";
import { CannotPlay, type Complete } from "./settings.ts";

/** How many nicknames a guest tries before the room chooses one. */
const MOST_NAMES = 4;
const MOST_NAME_CHARS = 24;

interface Line {
  ask<K extends keyof Requests>(name: K, body: Requests[K]): Promise<Answer | null>;
}

export class Login {
  /** The name that other players see. */
  name = "";
  private readonly settings: Complete;
  private resumeToken: string | null = null;
  private namesRefused = 0;

  constructor(settings: Complete) {
    this.settings = settings;
  }

  accepted({ name, resume_token }: LoggedIn): void {
    this.name = name;
    this.resumeToken = resume_token ?? this.resumeToken;
  }

  /** Logs in. Rejects with a `Refusal` that may pass, or with `CannotPlay`. */
  async send(line: Line): Promise<void> {
    if (this.resumeToken !== null) {
      const token = this.resumeToken;
      try {
        await line.ask("LoginToken", { token });
        return;
      } catch (error) {
        if (passes(error)) throw error;
        // The session has ended in the meantime.
        this.resumeToken = null;
      }
    }
    const { token, name, password } = this.settings;
    if (token !== undefined) return this.byToken(line, token);
    if (name !== undefined && password !== undefined) return this.byPassword(line, name, password);
    return this.asGuest(line);
  }

  private async byToken(line: Line, token: string): Promise<void> {
    try {
      await line.ask("LoginToken", { token });
    } catch (error) {
      throw sentence(error, (message) => `The room does not accept this token: ${message} Check CARDROOM_TOKEN, or make another token.`);
    }
  }

  private async byPassword(line: Line, name: string, password: string): Promise<void> {
    try {
      await line.ask("Register", { name, password });
    } catch (error) {
      if (!isCode(error, "name_taken")) throw sentence(error, (message) => `The room makes no account ${name}: ${message}`);
      try {
        await line.ask("Login", { name, password, browser: null });
      } catch (failure) {
        const hint = isCode(failure, "second_factor_needed") ? " Make an API token for the bot, and set CARDROOM_TOKEN." : "";
        throw sentence(failure, (message) => `The account ${name} cannot log in: ${message}${hint}`);
      }
    }
  }

  private async asGuest(line: Line): Promise<void> {
    for (;;) {
      try {
        await line.ask("LoginGuest", { nickname: this.nickname() });
        return;
      } catch (error) {
        const isName = isCode(error, "name_taken") || isCode(error, "bad_name");
        if (!isName || this.namesRefused >= MOST_NAMES) throw sentence(error, (message) => `The room lets no guest in: ${message}`);
        this.namesRefused += 1;
      }
    }
  }

  /** Returns the wanted name, or a variation of it while names are taken. */
  private nickname(): string | null {
    const { name } = this.settings;
    if (name === undefined || this.namesRefused >= MOST_NAMES) return null;
    if (this.namesRefused === 0) return name;
    const suffix = `-${this.namesRefused}`;
    return name.slice(0, MOST_NAME_CHARS - suffix.length) + suffix;
  }
}

const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof Refusal && error.code === code;
const passes = (error: unknown): boolean => !(error instanceof Refusal) || error.passes;

/** Returns what to throw: the refusal itself if it may pass, or a sentence. */
const sentence = (error: unknown, words: (message: string) => string): unknown =>
  error instanceof Refusal && !error.passes ? new CannotPlay(words(error.message)) : error;
