"use strict";
(() => {
  const root = document.getElementById("hands");
  const hands = JSON.parse(document.getElementById("hands-data").textContent);
  const make = (name, text, parent, kind) => {
    const made = document.createElement(name);
    if (text !== "") made.textContent = text;
    if (kind) made.className = kind;
    parent.append(made);
    return made;
  };
  const signs = { c: "\u2663", d: "\u2666", h: "\u2665", s: "\u2660" };
  const cards = (text, parent) => {
    const all = make("span", "", parent, "cards");
    for (const card of text.split(" ").filter((part) => part)) {
      const suit = signs[card[1]];
      const shown = suit ? card[0] + suit : card;
      make("span", shown + " ", all, card[1] === "d" || card[1] === "h" ? "red" : "");
    }
    return all;
  };
  root.textContent = "";
  if (hands.length === 0) {
    make("p", "No hand was kept.", root);
    return;
  }
  const choice = make("select", "", make("div", "", root, "bar"));
  choice.setAttribute("aria-label", "Hand");
  hands.forEach((hand, at) => { make("option", hand.title, choice).value = String(at); });
  const bar = make("div", "", root, "bar");
  const back = make("button", "Back", bar);
  const next = make("button", "Next", bar);
  const count = make("span", "", bar);
  const felt = make("div", "", root, "felt");
  let at = 0;
  const show = () => {
    const hand = hands[Number(choice.value)];
    const step = hand.steps[at];
    felt.textContent = "";
    if (!step) return;
    const grid = make("table", "", make("div", "", felt, "wide"));
    hand.seats.forEach((seat, place) => {
      const row = make("tr", "", grid);
      make("th", seat.name + (seat.is_button ? " (button)" : ""), row).scope = "row";
      cards(seat.cards, make("td", "", row));
      make("td", step.stacks[place].toLocaleString("en"), row);
    });
    const middle = make("p", "Pot " + step.pot.toLocaleString("en") + "  ", felt);
    cards(step.board, middle);
    make("p", step.text, felt, "said").setAttribute("aria-live", "polite");
    back.disabled = at === 0;
    next.disabled = at + 1 === hand.steps.length;
    count.textContent = `${at + 1} of ${hand.steps.length}`;
  };
  const go = (by) => {
    const last = hands[Number(choice.value)].steps.length - 1;
    at = Math.min(Math.max(at + by, 0), last);
    show();
  };
  back.addEventListener("click", () => go(-1));
  next.addEventListener("click", () => go(1));
  choice.addEventListener("change", () => { at = 0; show(); });
  root.addEventListener("keydown", (event) => {
    if (event.target === choice) return;
    if (event.key === "ArrowLeft") go(-1);
    if (event.key === "ArrowRight") go(1);
  });
  show();
})();
