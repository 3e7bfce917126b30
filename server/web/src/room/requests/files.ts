// Files that the server writes for the viewer. A page cannot send its token with a link, so it
// fetches them itself.
import type { ErrorCode, HandFilter } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import { Refusal } from "cardroom-bot/connection";
import { room } from "../room";
import { save } from "../save";
import { TOKEN } from "../token";

const fetchFile = (path: string, asked: URLSearchParams): Promise<Response | null> => {
  const headers = { authorization: `Bearer ${localStorage.getItem(TOKEN) ?? ""}` };
  return fetch(`${path}${asked.size ? `?${asked}` : ""}`, { headers }).catch(() => null);
};
const reasonOf = async (answer: Response | null): Promise<string> => (await answer?.text())?.trim() || t("room-no-connection");

/** Downloads a file, such as one of the hands that a filter finds. */
export const download = async (path: string, filter: HandFilter | null): Promise<void> => {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries(filter ?? {})) if (value !== null) asked.set(key, String(value));
  const answer = await fetchFile(path, asked);
  if (!answer?.ok) return room.screen.toast(await reasonOf(answer), true);
  save(await answer.blob(), path.split("/").at(-1) ?? "hands");
};

/** Returns the proof of a hand's deal, or why there is none. */
export const fetchProof = async (table: number, hand: number): Promise<Uint8Array | string> => {
  const answer = await fetchFile(`/hands/${table}-${hand}.deal.json`, new URLSearchParams());
  return answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : reasonOf(answer);
};

/** Saves everything that is stored about another account. The room notes the reason. */
export const exportAccount = async (name: string, reason: string): Promise<void> => {
  const file = `${encodeURIComponent(name)}.jsonl`;
  const answer = await fetchFile(`/accounts/${file}`, new URLSearchParams({ reason }));
  if (!answer?.ok) throw new Refusal((answer?.headers.get("x-refusal") ?? "internal") as ErrorCode, await reasonOf(answer));
  save(await answer.blob(), file);
};
