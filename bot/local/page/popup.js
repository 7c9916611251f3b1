// The list above the line: commands, choices, people; moved through by keyboard or pointer.

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

  /** Show *items* (`{label, hint, description, …}`) under a title; without items the title alone. */
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

  /** Close; true when it was open. */
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

  /** Take a key if it is for the list; true when it was. */
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
