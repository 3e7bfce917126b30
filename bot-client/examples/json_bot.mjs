// A poker bot in JavaScript: checks or calls for one hand, and tells what it sees.
// Node 22 or newer (or any browser: nothing here is Node's own but the last lines).
//
//     node json_bot.mjs [ws://127.0.0.1:7777/ws]
//
// Every text frame is a list of messages, and every message an object with one key, its name.

const url = process.argv[2] ?? "ws://127.0.0.1:7777/ws";
const socket = new WebSocket(url, "cardroom.v1.json");
const send = (name, body) => socket.send(JSON.stringify([{ [name]: body }]));
let table, seat, dealtIn = false, over = false, actionId = 0;

const handlers = {
  LoggedIn({ name, balance }) {
    console.log(`I am ${name} and have ${balance} chips`);
    const filter = { game: null, betting: null, min_big_blind: null, max_big_blind: null, open_seats: true };
    send("ListTables", { request: 2, filter });
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
  HoleCards: ({ cards }) => console.log(`I hold ${cards.join(" ")}`),
  YourTurn({ turn, legal }) {
    const action = legal.check ? "Check" : legal.call ? "Call" : "Fold";
    send("Act", { table, turn, action_id: ++actionId, action });
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
