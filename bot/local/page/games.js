// The first screen: the games as cards, and how to play alone.

import * as text from "./text.js";
import { h, marked } from "./dom.js";
import { nextPerson, table } from "./table.js";

const COMPUTER = { computer: "cabin-boy" };

/** The games, each with buttons that run *start* with a command, the button and options. */
export function gameCards(start) {
  return h("section.games", { "aria-label": text.PICK_A_GAME }, table.games.map((game) => {
    const button = (kind, label, spoken, command, options) => {
      const made = h(`button.button${kind}`, { type: "button", disabled: true, "aria-label": spoken, onclick: () => start(command, made, options) }, label);
      Object.assign(made.dataset, { command, options: Object.keys(options).join(" ") });
      return made;
    };
    return h("article.game", {},
      h("img", { src: game.picture, alt: text.boardOf(game.title), decoding: "sync" }),
      h("div", {}, h("h3", {}, game.title), h("p", {}, game.tagline), h("small", {}, game.facts)),
      h("div.row", {},
        button(".success", text.LEARN, text.learn(game.title), game.learn, { game: game.key }),
        button(".primary", text.PLAY_COMPUTER, text.computerOf(game.title), game.start, COMPUTER),
        button(".secondary", text.START, text.startOf(game.title), game.start, {})));
  }));
}

/** Enable the buttons whose commands can be called here; hide those whose options a command lacks. */
export function enableStarts() {
  for (const button of document.querySelectorAll(".game .button")) {
    const command = table.commands.slash.find((one) => one.name === button.dataset.command);
    button.disabled = !command;
    const wanted = button.dataset.options.split(" ").filter(Boolean);
    button.hidden = Boolean(command) && !wanted.every((name) => command.options.some((option) => option.name === name));
  }
}

/** How to play all sides on one machine. */
export function aloneHint(become) {
  const other = nextPerson();
  const link = (words) => h("button.link", { type: "button", onclick: () => become(other.id) }, words);
  return h("p.alone", {}, marked(text.aloneHint(other.name), link));
}
