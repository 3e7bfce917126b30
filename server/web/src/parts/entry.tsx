// Coming in: at once as a guest, with a name of one's own, or with an account.
import { useState } from "preact/hooks";
import type { Answer } from "../room/connection";
import { Refusal } from "../room/connection";
import { room } from "../room/room";
import { Dialog } from "./dialog";

type Way = "guest" | "register" | "login";

const WAYS: Record<Way, { tab: string; verb: string; said: string }> = {
  guest: { tab: "Guest", verb: "Play now", said: "No password, no mail. You keep your seat and chips in this browser." },
  register: { tab: "New account", verb: "Open an account", said: "A name and a password, and your chips are yours anywhere." },
  login: { tab: "Log in", verb: "Log in", said: "Welcome back." },
};

export const EntryDialog = ({ close, way: first = "guest" }: { close(): void; way?: Way }) => {
  const [way, setWay] = useState<Way>(first);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const ways: Record<Way, () => Promise<Answer>> = {
      guest: () => room.enterAsGuest(name.trim() || null),
      register: () => room.register(name.trim(), password),
      login: () => room.login(name.trim(), password),
    };
    try {
      await ways[way]();
      close();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefused(error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog title="Come in" close={close}>
      <div class="segments" role="tablist" aria-label="How to come in">
        {(Object.keys(WAYS) as Way[]).map((each) => (
          <button key={each} role="tab" aria-selected={way === each} onClick={() => setWay(each)}>
            {WAYS[each].tab}
          </button>
        ))}
      </div>
      <form onSubmit={(event) => void enter(event)}>
        <p class="mute">{WAYS[way].said}</p>
        <label>
          {way === "guest" ? "Your name at the table (or leave it to us)" : "Name"}
          <input
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            required={way !== "guest"}
            minLength={3}
            maxLength={24}
            autocomplete="username"
          />
        </label>
        {way !== "guest" && (
          <label>
            Password
            <input
              type="password"
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
              required
              minLength={8}
              autocomplete={way === "login" ? "current-password" : "new-password"}
            />
          </label>
        )}
        {refused && (
          <p class="refused" role="alert">
            {refused}
          </p>
        )}
        <button class="primary wide" disabled={busy}>
          {WAYS[way].verb}
        </button>
      </form>
    </Dialog>
  );
};
