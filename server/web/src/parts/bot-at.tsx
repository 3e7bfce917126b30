// When the next house bot enters a tournament in which people wait for the start.
import type { TournamentInfo } from "cardroom-bot/protocol";
import { useCountdown } from "../room/clock";
import { room } from "../room/room";
import { clock } from "../room/words";
import { t } from "../words/words";

export const BotAt = ({ info }: { info: TournamentInfo }) => {
  const at = info.bot_at ? room.moment(info.bot_at) : null;
  const now = useCountdown(at);
  if (at === null || at <= now || info.state !== "Registering") return null;
  return <span class="bot-at">{t("lobby-bot-in", { count: Math.max(1, info.max_entries - info.entries), time: clock(at - now) })}</span>;
};
