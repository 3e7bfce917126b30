// The second factor of an account: its key, and turning it on and off. Only its dialog needs it.
import type { SecondFactorKey } from "cardroom-bot/protocol";
import type { Answer } from "cardroom-bot/connection";
import { room } from "../room";

const { line } = room;

export const hasSecondFactor = async (): Promise<boolean> =>
  (await line.try("ListApiTokens", {}))?.ApiTokenList?.second_factor ?? false;

/** Requests the key of a second factor. */
export const beginSecondFactor = async (password: string): Promise<SecondFactorKey | null> =>
  (await line.ask("SetSecondFactor", { step: { Begin: password } })).SecondFactorKey ?? null;

/** Confirms the key with a code of it. Returns the recovery codes. */
export const confirmSecondFactor = async (code: string): Promise<string[]> =>
  (await line.ask("SetSecondFactor", { step: { Confirm: code } })).RecoveryCodes?.codes ?? [];

export const removeSecondFactor = (code: string): Promise<Answer> => line.ask("SetSecondFactor", { step: { Remove: code } });
