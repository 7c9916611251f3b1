// Buttons and selects: in messages each use goes to the bot at once, in forms the values wait for Submit.

import * as text from "./text.js";
import { h, toast } from "./dom.js";
import { attempt, table } from "./table.js";
import { openForm } from "./form.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };
const emoji = (one) => (one?.name ? h("span.emoji", {}, one.name) : null);

/** A button of a message. */
export function button(message, part) {
  const content = [emoji(part.emoji), part.label ?? ""];
  if (part.style === 5) {
    return h("a.button.secondary", { href: safe(part.url), target: "_blank", rel: "noreferrer noopener" }, content, " ↗");
  }
  const element = h(`button.button.${STYLES[part.style] ?? "secondary"}`, {
    type: "button",
    disabled: Boolean(part.disabled),
    "aria-label": part.label ? null : part.emoji?.name,
    onclick: () => use(message, part.custom_id, null, element),
  }, content);
  element.dataset.control = part.custom_id;
  return element;
}

/** Send the use of a control to the bot; the control is marked as busy until the answer. */
export async function use(message, customId, values, element) {
  if (element.classList.contains("busy")) return;
  element.classList.add("busy");
  table.used = message.id;
  const state = await attempt("press", { message: message.id, custom_id: customId, values });
  element.classList.remove("busy");
  if (state) follow(state);
}

/** Call a slash command here. */
export async function call(command, options = {}) {
  const state = await attempt("slash", { channel: table.here, command, options });
  if (state) follow(state, text.noAnswerTo(command));
  return state;
}

/** Handle the bot's answer, or that there was none. */
export function follow(state, what = text.NO_ANSWER) {
  if (state.failed) toast(what);
  if (state.modal) openForm(state);
}

/** The address if it's one of the web; an attachment's on this page's host, which may be another name of this machine. */
export function safe(url) {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.pathname.startsWith("/attachments/")) return address.pathname;
  return /^https?:$/.test(address?.protocol) ? url : "about:blank";
}

/** A select in a message. */
export function select(message, part) {
  const box = menu(part, (values) => use(message, part.custom_id, values, box));
  return box;
}

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
