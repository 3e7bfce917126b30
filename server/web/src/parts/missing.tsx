// Says that an address leads nowhere, and offers the way back.
import { t } from "../words/words";

export const Missing = ({ text }: { text: string }) => (
  <main class="pad mute missing">
    <p>{t(text)}</p>
    <a class="button" href="/#/">
      {t("app-back-to-lobby")}
    </a>
  </main>
);
