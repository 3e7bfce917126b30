// The viewer's turns in front of the page or in its frontmost dialog: announced to screen readers,
// and in a dialog shown with their time and buttons.
import { useRoomBesidesLobby } from "../room/room";
import { tableName } from "../room/words";
import { TurnRow } from "../table/turn-row";
import { t } from "../words/words";
import { inFront } from "./dialog";

/**
 * The turns, in their dialog or on the page itself (`null`). A dialog silences everything behind it,
 * and covers the action bar.
 */
export const TurnAlert = ({ of }: { of: HTMLDialogElement | null }) => {
  const { tables: { toAct } } = useRoomBesidesLobby();
  const here = inFront() === of;
  return (
    <>
      <div class="unseen turns" aria-live="assertive">
        {here && toAct.map((table) => `${t("app-your-turn-at", { table: tableName(table.info.name) })}. `)}
      </div>
      {here && of && toAct.map((table) => <TurnRow key={table.id} table={table} />)}
    </>
  );
};
