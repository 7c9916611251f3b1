// Elements, menus and toasts, and times in words.

/** An element: `h("button.plain", {onclick}, "text", child)`. Children that are null, undefined or false are skipped. */
export function h(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "html") element.innerHTML = value; // rendered and escaped by the server
    else if (key.startsWith("on")) element[key] = value;
    else if (key in element && key !== "list") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The parts of a sentence: what is **strong**, and each [link], made of its words by the next of *links*. */
export function marked(sentence, ...links) {
  return sentence.split(/(\[[^\]]+\]|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith("[")) return links.shift()(part.slice(1, -1));
    return part.startsWith("**") ? h("strong", {}, part.slice(2, -2)) : part;
  });
}

const COLOURS = ["#2f7f79", "#a8643d", "#6a5aa8", "#3f77b0", "#8f5071", "#57803c", "#a04848", "#7a7338"];

/** A round picture of a person: their initial on their colour, or the logo for the bot. */
export function avatar(person) {
  if (person.bot) return h("img.avatar", { src: "logo.svg", alt: "" });
  const face = h("span.avatar", { "aria-hidden": "true" }, person.name.slice(0, 1).toUpperCase());
  const sum = [...person.name].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7);
  face.style.backgroundColor = COLOURS[Math.abs(sum) % COLOURS.length];
  return face;
}

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
/** The language of times, which Discord words. */
const locale = () => document.documentElement.dataset.locale ?? "en";

/** A time (seconds since 1970) in words. */
export function inWords(seconds, style) {
  const moment = new Date(seconds * 1000);
  if (style !== "R") return new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f).format(moment);
  const away = seconds - Date.now() / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** Put every `<time data-at>` below *root* into words. */
export function wordTimes(root = document) {
  for (const time of root.querySelectorAll("time[data-at]")) {
    time.textContent = inWords(Number(time.dataset.at), time.dataset.style);
    time.title = inWords(Number(time.dataset.at), "F");
  }
}

/** The time of a message, for its heading. */
export function clock(iso) {
  const moment = new Date(iso);
  const today = new Date().toDateString() === moment.toDateString();
  return new Intl.DateTimeFormat(locale(), today ? STYLES.t : STYLES.s).format(moment);
}

/** Open a menu at an element; *items* are `[label, action, style?]`, nodes, or null for a line. */
export function openMenu(anchor, items) {
  closeMenu();
  const rows = items.map((item) => {
    if (item === null) return h("hr");
    if (item instanceof Node) return item;
    const [label, action, style] = item;
    return h("button", { type: "button", role: "menuitem", className: style ?? "", onclick: () => { closeMenu(); action(); } }, label);
  });
  const menu = h("div.menu", { role: "menu" }, rows);
  document.body.append(menu);
  const at = anchor.getBoundingClientRect();
  const left = Math.min(at.left, innerWidth - menu.offsetWidth - 8);
  const below = at.bottom + menu.offsetHeight + 8 < innerHeight;
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - menu.offsetHeight - 4)}px`;
  menu.querySelector("button, input")?.focus();
  menu.onkeydown = (event) => {
    if (event.key === "Escape") { event.stopPropagation(); closeMenu(); anchor.focus(); }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...menu.querySelectorAll("button, input")];
    all.at((all.indexOf(document.activeElement) + step) % all.length).focus();
  };
  setTimeout(() => document.addEventListener("pointerdown", outside));
}

function outside(event) {
  if (!event.target.closest(".menu")) closeMenu();
}

/** Close the open menu, if any. */
export function closeMenu() {
  document.removeEventListener("pointerdown", outside);
  document.querySelector(".menu")?.remove();
}

const TOAST_MS = 6000;
const MAX_TOASTS = 3;
const toasts = document.getElementById("toasts");

/** Show a toast for six seconds in place of the one with the same *key*; a click runs *action*. */
export function toast(sentence, action, key = sentence) {
  const element = h("button.toast", { type: "button", onclick: () => { element.remove(); action?.(); } }, sentence);
  element.dataset.key = key;
  [...toasts.children].find((one) => one.dataset.key === key)?.remove();
  toasts.append(element);
  while (toasts.childElementCount > MAX_TOASTS) toasts.firstElementChild.remove();
  setTimeout(() => element.remove(), TOAST_MS);
}

/** Remove all toasts. */
export function clearToasts() {
  toasts.replaceChildren();
}
