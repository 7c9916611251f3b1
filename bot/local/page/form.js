// The answers of the bot, and the forms (modals) that it opens.

import * as text from "./text.js";
import { h, toast } from "./dom.js";
import { post, table } from "./table.js";
import { menu } from "./select.js";

const TEXT_INPUT = 4, PEOPLE = 5, CHANNELS = 8, TEXT = 10, RADIO = 21, BOXES = 22, PARAGRAPH = 2;

/** Handle the bot's answer, or that there was none. */
export function follow(state, what = text.NO_ANSWER) {
  if (state.failed) toast(what);
  if (state.modal) openForm(state);
}

/** Open the form that answered an interaction. */
function openForm(state) {
  const fields = new Map();
  const complaint = h("p.complaint", { role: "alert" });
  const submit = h("button.button.primary", { type: "submit" }, text.SUBMIT);
  const form = h("form", { method: "dialog" },
    h("header", {}, h("h2", {}, state.modal.title), h("button.plain", { type: "button", "aria-label": text.CLOSE, onclick: () => dialog.close() }, "✕")),
    state.modal.components.map((part) => row(part, fields)), complaint,
    h("footer", {},
      h("button.button.secondary", { type: "button", onclick: () => dialog.close() }, text.CANCEL), submit));
  const dialog = h("dialog.form", { onclose: () => dialog.remove() }, form);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...fields].map(([name, read]) => [name, read()]));
    complaint.textContent = "";
    submit.disabled = true; // a second press would send it twice
    try {
      const answer = await post("submit", { interaction: state.id, fields: values });
      if (answer.failed) complaint.textContent = text.NO_ANSWER;
      else dialog.close();
      follow({ ...answer, failed: false });
    } catch (error) {
      complaint.textContent = error.message;
    } finally {
      submit.disabled = false;
    }
  };
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .face")?.focus();
}

function row(part, fields) {
  if (part.type === TEXT) return h("p.note", {}, part.content);
  const control = part.component;
  // A label belongs to one box; a group of them has its name above.
  const grouped = control.type === RADIO || control.type === BOXES;
  return h(grouped ? "fieldset.field" : "label.field", {},
    h(grouped ? "legend.name" : "span.name", {}, part.label, control.required ?? true ? h("b", { title: text.REQUIRED }, " *") : null),
    part.description ? h("small", {}, part.description) : null,
    input(control, fields));
}

function input(control, fields) {
  const name = control.custom_id;
  if (control.type === RADIO || control.type === BOXES) return boxes(control, fields);
  if (control.type !== TEXT_INPUT) {
    const box = menu(control.options ? control : known(control), () => {});
    fields.set(name, box.values);
    return box;
  }
  const props = {
    value: control.value ?? "", placeholder: control.placeholder ?? "", required: control.required ?? true,
    minLength: control.min_length ?? 0, maxLength: control.max_length ?? 4000,
  };
  const box = control.style === PARAGRAPH ? h("textarea", { ...props, rows: 4 }) : h("input", { type: "text", ...props });
  fields.set(name, () => box.value);
  return box;
}

/** A group of radio buttons, or of boxes to tick. */
function boxes(control, fields) {
  const type = control.type === RADIO ? "radio" : "checkbox";
  const inputs = control.options.map((one) => h("input", { type, name: control.custom_id, value: one.value, checked: Boolean(one.default) }));
  fields.set(control.custom_id, () => inputs.filter((one) => one.checked).map((one) => one.value));
  return h("div.boxes", {}, inputs.map((one, n) => h("label.box", {}, one, h("span", {}, control.options[n].label,
    control.options[n].description ? h("small", {}, control.options[n].description) : null))));
}

/** A select of people or channels, as one with options. */
function known(control) {
  const chosen = new Set((control.default_values ?? []).map((one) => String(one.id)));
  const all = control.type === CHANNELS ? table.places.filter((one) => one.denied) : table.people.filter((one) => !one.bot);
  const options = all.map((one) => ({ label: one.name, value: one.id, default: chosen.has(one.id) }));
  return { ...control, options };
}
