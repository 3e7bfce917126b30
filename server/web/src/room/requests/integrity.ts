// The integrity report, for the floor.
import type { GetIntegrityReport, IntegrityReport } from "cardroom-bot/protocol";
import { room } from "../room";

/** Returns a page of the report: five pairs. */
export const integrityReport = async (asked: Omit<GetIntegrityReport, "request">): Promise<IntegrityReport | null> =>
  (await room.line.try("GetIntegrityReport", asked))?.IntegrityReport ?? null;
