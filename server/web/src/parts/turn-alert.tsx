// Announces the viewer's turns to screen readers, in front of the page or in its frontmost dialog.
import { useRoomBesidesLobby } from "../room/room";
import { tableName } from "../room/words";
import { t } from "../words/words";
import { inFront } from "./dialog";

/**
 * The turns, in their dialog or on the page itself (`null`). A dialog silences everything behind it.
 */
export const TurnAlert = ({ of }: { of: HTMLDialogElement | null }) => {
  const { toAct } = useRoomBesidesLobby();
  return (
    <div class="unseen turns" aria-live="assertive">
      {inFront() === of && toAct.map((table) => `${t("app-your-turn-at", { table: tableName(table.info.name) })}. `)}
    </div>
  );
};
