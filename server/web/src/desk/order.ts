// A request of a host or a player in the sheet: the reason is shown beside it if it is refused.
import { useState } from "preact/hooks";
import { Refusal } from "cardroom-bot/connection";
import { room } from "../room/room";

interface Order {
  busy: boolean;
  refused: string | null;
  /** Sends the request. Returns true if it was carried out. */
  give(send: () => Promise<unknown>): Promise<boolean>;
}

export const useOrder = (): Order => {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const give = async (send: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setRefused(null);
    try {
      await send();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefused(error.message);
      return false;
    } finally {
      setBusy(false);
      room.screen.changed();
    }
  };
  return { busy, refused, give };
};
