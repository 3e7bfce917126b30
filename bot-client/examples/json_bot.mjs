// A poker bot in JavaScript: checks or calls for one hand, and tells what it sees.
// Node 22 or newer (or any browser: nothing here is Node's own but the last lines).
//
//     node json_bot.mjs [ws://127.0.0.1:7777/ws]
//
// Every text frame is a list of messages, and every message an object with one key, its name.

if (!globalThis.WebSocket) {
  console.error("This example needs Node 22 or newer, which has WebSocket built in.");
  console.error("On Node 20, run it with: node --experimental-websocket json_bot.mjs");
  process.exit(1);
}

const url = process.argv[2] ?? "ws://127.0.0.1:7777/ws";
const socket = new WebSocket(url, "cardroom.v1.json");
const send = (name, body) => socket.send(JSON.stringify([{ [name]: body }]));
let table, seat, dealtIn = false, over = false, actionId = 0, held = [];

const handlers = {
  LoggedIn({ name, balance }) {
    console.log(`I am ${name} and have ${balance} chips`);
    send("ListTables", { request: 2, filter: { open_seats: true } });
  },
  TableList({ tables }) {
    if (table !== undefined || tables.length === 0) return;
    table = tables.reduce((a, b) => (b.seated > a.seated ? b : a)).table;
    send("Observe", { request: 3, table });
  },
  TableSnapshot({ view }) {
    if (seat !== undefined) return;
    const buy_in = view.info.min_buy_in;
    send("Sit", { request: 4, table, seat: null, buy_in, wait_for_big_blind: false });
  },
  Seated(body) {
    seat = body.seat;
  },
  Step({ events }) {
    for (const event of events) {
      console.log(JSON.stringify(event));
      if (event.HandStarted) dealtIn = event.HandStarted.dealt.includes(seat);
      if (event.HandEnded && dealtIn) send("Leave", { request: 5, table });
    }
  },
  HoleCards(body) {
    held = body.cards;
    console.log(`I hold ${held.join(" ")}`);
  },
  YourTurn({ turn, legal }) {
    const answer = { table, turn, action_id: ++actionId };
    // In a draw it stands pat, or gives away the first cards where some must go.
    if (legal.discard) return send("Discard", { ...answer, cards: held.slice(0, legal.discard.least) });
    const action = legal.check ? "Check" : legal.bring_in ? "BringIn" : legal.call ? "Call" : "Fold";
    send("Act", { ...answer, action });
  },
  LeftTable({ cashed_out }) {
    console.log(`I leave with ${cashed_out} chips`);
    over = dealtIn;
    socket.close();
  },
  Refused: ({ code, message }) => console.error(`refused: ${code}: ${message}`),
};

socket.onopen = () => {
  send("Hello", { minor: 0, client: "json_bot.mjs" });
  send("LoginGuest", { request: 1, nickname: null });
};
socket.onmessage = ({ data }) => {
  for (const message of JSON.parse(data)) {
    const [[name, body]] = Object.entries(message);
    handlers[name]?.(body);
  }
};
socket.onclose = () => process.exit(over ? 0 : 1);
