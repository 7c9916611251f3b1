// The list above the composer: commands, choices or people.

import { h } from "./dom.js";

export class Popup {
  constructor(picked) {
    this.picked = picked;
    this.items = [];
    this.at = 0;
    this.list = h("div.items", { role: "listbox" });
    this.title = h("p.title");
    this.element = h("div.popup", { hidden: true, onpointerdown: (event) => event.preventDefault() }, this.title, this.list);
  }

  /** Show *items* (`{label, hint, description, …}`) under a title. */
  open(title, items) {
    clearTimeout(this.closing);
    this.items = items;
    this.at = 0;
    this.title.textContent = title;
    this.list.replaceChildren(...items.map((item, n) => h("button.item", {
      type: "button", role: "option", tabIndex: -1, onclick: () => this.picked(item), onpointermove: () => this.mark(n),
    }, h("span.main", {}, item.label, item.hint ? h("span.hint", {}, ` ${item.hint}`) : null), item.description ? h("small", {}, item.description) : null)));
    this.element.hidden = false;
    this.mark(0);
  }

  mark(at) {
    this.at = at;
    [...this.list.children].forEach((row, n) => row.setAttribute("aria-selected", String(n === at)));
    this.list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  /** Close; whether it was open. */
  close() {
    clearTimeout(this.closing);
    const open = !this.element.hidden;
    this.element.hidden = true;
    this.items = [];
    return open;
  }

  closeSoon() {
    clearTimeout(this.closing);
    this.closing = setTimeout(() => this.close(), 120);
  }

  /** Handle a key; whether it was for the list. */
  key(event) {
    if (this.element.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") this.close();
    else if (!this.items.length) return false;
    else if (step) this.mark((this.at + step + this.items.length) % this.items.length);
    else if (event.key === "Tab" && event.shiftKey) return false;
    else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) this.picked(this.items[this.at]);
    else return false;
    event.preventDefault();
    return true;
  }
}
