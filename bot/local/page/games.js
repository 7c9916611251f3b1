// The first screen: the games as cards, and how to play alone.

import * as text from "./text.js";
import { h } from "./dom.js";
import { nextPerson, table } from "./table.js";

const COMPUTER = { computer: "cabin-boy" };

/** The games, each with buttons that run *start* with its command, the button and options. */
export function gameCards(start) {
  return h("section.games", { "aria-label": text.PICK_A_GAME }, table.games.map((game) => {
    const begin = h("button.button.success", { type: "button", "aria-label": text.startOf(game.title), onclick: () => start(game.command, begin) }, text.START);
    begin.dataset.command = game.command;
    const alone = h("button.button.primary", { type: "button", hidden: true, "aria-label": text.computerOf(game.title), onclick: () => start(game.command, alone, COMPUTER) }, text.PLAY_COMPUTER);
    alone.dataset.against = game.command;
    return h("article.game", {},
      h("img", { src: game.picture, alt: text.boardOf(game.title), decoding: "async" }),
      h("div", {}, h("h3", {}, game.title), h("p", {}, game.tagline), h("small", {}, game.facts), h("div.row", {}, begin, alone)));
  }));
}

/** Enable the buttons whose commands can be called here; show those against the computer where it can play. */
export function enableStarts() {
  for (const begin of document.querySelectorAll("[data-command]")) {
    begin.disabled = !table.commands.slash.some((one) => one.name === begin.dataset.command);
  }
  for (const alone of document.querySelectorAll("[data-against]")) {
    const command = table.commands.slash.find((one) => one.name === alone.dataset.against);
    alone.hidden = !command?.options.some((option) => option.name === "computer");
  }
}

/** How to play all sides on one machine. */
export function aloneHint(become) {
  const other = nextPerson();
  const links = [
    (words) => h("button.link", { type: "button", onclick: () => become(other.id) }, words),
    (words) => h("a", { href: `#as=${other.id}`, target: "_blank" }, words),
  ];
  return h("p.alone", {}, text.aloneHint(other.name).split(/(\[[^\]]+\]|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("[")) return links.shift()(part.slice(1, -1));
    return part.startsWith("**") ? h("strong", {}, part.slice(2, -2)) : part;
  }));
}
