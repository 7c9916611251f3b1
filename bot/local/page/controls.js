// Buttons and selects: in messages each use goes to the bot at once, in forms the values wait for Submit.

import * as text from "./text.js";
import { h } from "./dom.js";
import { attempt, table } from "./table.js";
import { follow } from "./form.js";
import { emoji, menu } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

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

/** The address if it's one of the web; an attachment's on this page's host, which may be another name of this machine. */
export function safe(url) {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address?.pathname.startsWith("/attachments/")) return address.pathname;
  return /^https?:$/.test(address?.protocol) ? url : "about:blank";
}

const chosen = new Map(); // what was chosen last from each select

/** A select in a message, which goes on showing what was chosen from it, unless its message says what is. */
export function select(message, part) {
  const key = `${table.me} ${message.id} ${part.custom_id}`;
  const values = part.options?.some((one) => one.default) ? null : chosen.get(key);
  const shown = values ? { ...part, options: part.options.map((one) => ({ ...one, default: values.includes(one.value) })) } : part;
  const box = menu(shown, (picked) => {
    chosen.set(key, picked);
    use(message, part.custom_id, picked, box);
  });
  return box;
}
