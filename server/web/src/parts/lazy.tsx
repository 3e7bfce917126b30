// Pages whose script is fetched when they are first shown, because a table needs none of it.
import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/words";

/**
 * Returns a component that fetches its own script. Until it is loaded, an empty page takes its
 * place.
 */
export const lazy = <Props extends object>(load: () => Promise<FunctionComponent<Props>>): ((props: Props) => ComponentChild) => {
  let Loaded: FunctionComponent<Props> | null = null;
  return (props) => {
    const [, draw] = useState(0);
    const [failed, fail] = useState(false);
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => {
          Loaded = component;
          draw((count) => count + 1);
        },
        () => fail(true),
      );
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return failed ? <NotLoaded /> : <main class="pad" aria-busy="true" />;
  };
};

/** The server now has another version of the page, or cannot be reached. */
const NotLoaded = () => (
  <main class="pad mute missing">
    <p role="alert">{t("app-not-loaded")}</p>
    <button onClick={() => location.reload()}>{t("app-reload")}</button>
  </main>
);
