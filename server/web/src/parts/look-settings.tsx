// The settings of the table's look: its felt, and the backs of the cards.
import { room } from "../room/room";
import { BACKS, FELTS, type Settings, set, settings } from "../room/settings";
import { t } from "../words/words";

const change = (changed: Partial<Settings>): void => {
  set(changed);
  room.screen.changed();
};

export const LookSettings = () => (
  <div class="looks">
    <fieldset>
      <legend>{t("account-felt")}</legend>
      {FELTS.map((felt) => (
        <label key={felt} title={t(`account-felt-${felt}`)}>
          <input type="radio" name="felt" checked={settings.felt === felt} onChange={() => change({ felt })} />
          <span class="swatch felt-swatch" data-felt={felt} aria-hidden="true" />
          <span class="unseen">{t(`account-felt-${felt}`)}</span>
        </label>
      ))}
    </fieldset>
    <fieldset>
      <legend>{t("account-backs")}</legend>
      {BACKS.map((back) => (
        <label key={back} title={t(`account-back-${back}`)}>
          <input type="radio" name="back" checked={settings.back === back} onChange={() => change({ back })} />
          <span class="swatch card back" data-back={back} aria-hidden="true" />
          <span class="unseen">{t(`account-back-${back}`)}</span>
        </label>
      ))}
    </fieldset>
  </div>
);
