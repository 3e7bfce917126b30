// The entry point of the page.
import { render } from "preact";
import { App } from "./app";
import { room } from "./room/room";
import { loadLanguage } from "./words/words";
import "./style/base.css";
import "./style/lobby.css";
import "./style/floor.css";
import "./style/table.css";
import "./style/actions.css";
import "./style/hands.css";
import "./style/desk.css";

await loadLanguage();
room.start();
// Neither is needed for the first view.
void import("./room/awake").then(({ stayAwake }) => stayAwake());
void import("./room/version").then(({ keepPage }) => keepPage());
const place = document.getElementById("room");
if (place) render(<App />, place);
