// The page that checks proofs, as one file that needs no room and no network.
import { render } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Checker } from "../checker";
import { Explained, Limits } from "../explained";
import { LANGUAGES, type Language, language, speak, t } from "./words";
import "./offline.css";
import "../../style/proof.css";

const Page = () => {
  const [explains, show] = useState(false);
  const [, choose] = useState(language());
  useLayoutEffect(() => speak(language()), []);
  return (
    <main class="proof">
      <header>
        <h1>{t(explains ? "proof-how-title" : "proof-title")}</h1>
        <span class="languages">
          {(Object.keys(LANGUAGES) as Language[]).map((each) => (
            <button
              key={each} lang={each} aria-pressed={each === language()}
              onClick={() => {
                speak(each);
                choose(each);
              }}
            >
              {LANGUAGES[each]}
            </button>
          ))}
        </span>
      </header>
      <nav class="segments" aria-label={t("proof-sections")}>
        {[false, true].map((how) => (
          <button key={String(how)} aria-pressed={explains === how} onClick={() => show(how)}>
            {t(how ? "proof-tab-how" : "proof-tab-check")}
          </button>
        ))}
      </nav>
      <div hidden={explains} class="proof">
        <p class="mute">{t("proof-intro")}</p>
        <Checker knownKey="" />
        <Limits />
      </div>
      {explains && <Explained />}
    </main>
  );
};

const place = document.getElementById("page");
if (place) render(<Page />, place);
