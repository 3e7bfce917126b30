// Pages whose script is fetched when they are first shown, because a table needs none of it.
import type { ComponentChild, FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words/words";

/** Returns a component that fetches itself. Until it is there, an empty page stands in its place, or nothing in a dialog. */
export const lazy = <Props extends object>(load: () => Promise<FunctionComponent<Props>>, inDialog = false): ((props: Props) => ComponentChild) => {
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
    if (failed) return <NotLoaded inDialog={inDialog} />;
    return inDialog ? null : <main class="pad" aria-busy="true" />;
  };
};

/** The server has another version of the page by now, or cannot be reached. */
const NotLoaded = ({ inDialog }: { inDialog: boolean }) => {
  const Place = inDialog ? "div" : "main";
  return (
    <Place class="pad mute missing">
      <div role="alert">{inDialog ? <p>{t("app-not-loaded")}</p> : <h1 class="plain">{t("app-not-loaded")}</h1>}</div>
      <button onClick={() => location.reload()}>{t("app-reload")}</button>
    </Place>
  );
};
