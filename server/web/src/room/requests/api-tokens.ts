// The API tokens of an account. Only its dialog needs them.
import type { ApiTokenInfo, CreateApiToken } from "cardroom-bot/protocol";
import { t } from "../../words/words";
import { room } from "../room";

const { line } = room;

export const apiTokens = async (): Promise<ApiTokenInfo[]> =>
  (await line.try("ListApiTokens", {}))?.ApiTokenList?.tokens ?? [];

export const createApiToken = async (token: Omit<CreateApiToken, "request">): Promise<{ label: string; token: string } | null> =>
  (await line.ask("CreateApiToken", token)).ApiToken ?? null;

/** Ends a token, and says so. */
export const revokeApiToken = async (id: number, said: string | null = t("room-token-revoked")): Promise<void> => {
  await line.try("RevokeApiToken", { id }, said);
};
