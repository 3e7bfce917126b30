// Offers a new version of the page. Nothing reloads until the player says so.
import { useRoomBesidesLobby } from "../room/room";
import { changeVersion, isNewVersionReady, putOff } from "../room/version";
import { t } from "../words/words";

export const NewVersion = () => {
  useRoomBesidesLobby();
  if (!isNewVersionReady()) return null;
  return (
    <div class="line-lost new-version" role="status">
      {t("app-new-version")}
      <button class="quiet" onClick={changeVersion}>
        {t("app-reload")}
      </button>
      <button class="quiet" onClick={putOff}>
        {t("app-later")}
      </button>
    </div>
  );
};
