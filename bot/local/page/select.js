// A select, in messages and forms.

import * as text from "./text.js";
import { h } from "./dom.js";

/** An emoji of a control; nothing where it has none. */
export const emoji = (one) => (one?.name ? h("span.emoji", {}, one.name) : null);

/** A select; *chosen* is called with its values once the choice is made. */
export function menu(part, chosen) {
  const { options } = part;
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const picked = new Set(options.filter((one) => one.default).map((one) => one.value));
  const before = [...picked].join();

  const face = h("button.face", {
    type: "button", disabled: Boolean(part.disabled), "aria-haspopup": "listbox", "aria-expanded": "false",
    onclick: () => (list.hidden ? open() : close(most > 1)),
  });
  const list = h("div.choices", { role: "listbox", hidden: true, "aria-multiselectable": most > 1 ? "true" : null });
  const box = h("div.select", {}, face, list);

  function label() {
    const named = options.filter((one) => picked.has(one.value)).map((one) => one.label).join(", ");
    face.replaceChildren(h(named ? "span" : "span.muted", {}, named || part.placeholder || text.CHOOSE), h("span.arrow", {}, "▾"));
  }
  function rows() {
    const items = options.map((one) => h("button.choice", {
      type: "button", role: "option", "aria-selected": String(picked.has(one.value)), onclick: () => toggle(one.value),
    },
    most > 1 ? h("span.tick", {}, picked.has(one.value) ? "☑" : "☐") : null,
    emoji(one.emoji), h("span", {}, one.label, one.description ? h("small", {}, one.description) : null)));
    const done = most > 1 ? h("button.button.primary.done", { type: "button", onclick: () => close(true) }, text.done(picked.size)) : null;
    list.replaceChildren(...items, ...(done ? [done] : []));
  }
  function toggle(value) {
    if (most === 1) {
      picked.clear();
      picked.add(value);
      return close(true);
    }
    const at = options.findIndex((one) => one.value === value);
    if (!picked.delete(value) && picked.size < most) picked.add(value);
    rows();
    list.children[at]?.focus();
  }
  function open() {
    rows();
    list.hidden = false;
    place();
    face.setAttribute("aria-expanded", "true");
    list.querySelector(".choice")?.focus();
    setTimeout(() => document.addEventListener("pointerdown", away));
  }
  function place() {
    const frame = box.closest("#log")?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    const at = face.getBoundingClientRect();
    const [above, below] = [at.top - frame.top, frame.bottom - at.bottom];
    const up = below < Math.min(list.scrollHeight, 300) + 8 && above > below;
    list.classList.toggle("up", up);
    list.style.maxHeight = `${Math.max(120, Math.min(300, (up ? above : below) - 10))}px`;
  }
  function close(settle) {
    document.removeEventListener("pointerdown", away);
    list.hidden = true;
    face.setAttribute("aria-expanded", "false");
    label();
    const changed = [...picked].join() !== before || most === 1;
    if (settle && changed && picked.size >= least) chosen([...picked]);
  }
  function away(event) {
    if (!box.contains(event.target)) close(most > 1);
  }
  box.onkeydown = (event) => {
    if (list.hidden) return;
    if (event.key === "Escape") { event.stopPropagation(); close(false); face.focus(); }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...list.querySelectorAll("button")];
    all.at((all.indexOf(document.activeElement) + step) % all.length)?.focus();
  };
  box.values = () => [...picked];
  label();
  return box;
}
