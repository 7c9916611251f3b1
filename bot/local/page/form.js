// Modals: the forms that the bot opens, and what was filled in.

import { h } from "./dom.js";
import { post } from "./table.js";
import { follow, isSelect, menu } from "./controls.js";

/** Open the form that answered an interaction. */
export function openForm(state) {
  const fields = new Map();
  const complaint = h("p.complaint", { role: "alert" });
  const body = state.modal.components.map((part) => row(part, fields));
  const form = h("form", { method: "dialog" },
    h("header", {}, h("h2", {}, state.modal.title), h("button.plain", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "✕")),
    ...body, complaint,
    h("footer", {},
      h("button.button.secondary", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button.button.primary", { type: "submit" }, "Submit")));
  const dialog = h("dialog.form", { onclose: () => dialog.remove() }, form);
  form.onsubmit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries([...fields].map(([name, read]) => [name, read()]));
    complaint.textContent = "";
    try {
      const answer = await post("submit", { interaction: state.id, fields: values, wait: true });
      if (answer.failed) complaint.textContent = "Something went wrong: the application did not respond. Try again.";
      else dialog.close();
      follow({ ...answer, failed: false });
    } catch (error) {
      complaint.textContent = error.message;
    }
  };
  form.onkeydown = (event) => {
    if (event.key === "Enter" && event.target.matches("input[type=text]")) { event.preventDefault(); form.requestSubmit(); }
  };
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .face")?.focus();
}

function row(part, fields) {
  if (part.type === 10) return h("p.note", {}, part.content);
  if (part.type === 1) return h("div", {}, part.components.map((one) => labelled(one.label, null, one, fields)));
  if (part.type === 18) return labelled(part.label, part.description, part.component, fields);
  return null;
}

function labelled(label, description, part, fields) {
  const needed = part.required ?? true;
  return h("label.field", {},
    h("span.name", {}, label, needed ? h("b", { title: "required" }, " *") : null),
    description ? h("small", {}, description) : null,
    input(part, fields));
}

function input(part, fields) {
  const name = part.custom_id;
  if (part.type === 4) {
    const props = {
      value: part.value ?? "", placeholder: part.placeholder ?? "", required: part.required ?? true,
      minLength: part.min_length ?? 0, maxLength: part.max_length ?? 4000,
    };
    const box = part.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", { type: "text", ...props });
    fields.set(name, () => box.value);
    return box;
  }
  if (isSelect(part)) {
    const box = menu(part, () => {});
    fields.set(name, box.values);
    return box;
  }
  if (part.type === 23) {
    const box = h("input", { type: "checkbox", checked: Boolean(part.default) });
    fields.set(name, () => box.checked);
    return box;
  }
  if (part.type === 21 || part.type === 22) {
    const type = part.type === 21 ? "radio" : "checkbox";
    const boxes = part.options.map((one) => h("input", { type, name, value: one.value, checked: Boolean(one.default) }));
    const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);
    fields.set(name, part.type === 21 ? () => ticked()[0] ?? null : ticked);
    return h("div", {}, boxes.map((box, n) => h("label.tickbox", {}, box, part.options[n].label)));
  }
  return h("small", {}, "This kind of field is not known here.");
}
