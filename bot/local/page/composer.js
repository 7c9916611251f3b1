// The line at the bottom: plain messages, the command menu, and options typed one after another.

import { h, toast } from "./dom.js";
import { attempt, here, post, sign, table } from "./table.js";
import { follow } from "./controls.js";
import { Popup } from "./popup.js";
import { expected, known, suggestions } from "./options.js";

export class Composer {
  constructor(form, showLatest) {
    this.showLatest = showLatest;
    this.bar = h("div.bar");
    this.popup = new Popup((item) => this.pick(item));
    this.input = h("textarea", {
      rows: 1, "aria-label": "Message", maxLength: 2000,
      oninput: () => this.typed(), onkeydown: (event) => this.textKey(event), onblur: () => this.popup.closeSoon(),
    });
    this.command = null; // the command being put together
    this.fields = []; // its options on show: {option, input, chosen}
    form.append(this.popup.element, this.bar, h("button.plain.send", { type: "submit", "aria-label": "Send", title: "Send (Enter)" }, "➤"));
    form.onsubmit = (event) => { event.preventDefault(); this.send(); };
    this.reset();
  }

  /** Say where one is writing. */
  draw() {
    const at = here();
    const where = at ? `${sign(at)}${at.name}` : "";
    this.input.placeholder = at?.archived ? "This thread is archived: writing reopens it" : `Message ${where} — / for commands`;
  }

  focus() {
    if (matchMedia("(pointer: fine)").matches) (this.fields.find((one) => !one.input.value)?.input ?? this.input).focus();
  }

  /** Back to an empty line. */
  reset(text = "") {
    this.command = null;
    this.fields = [];
    this.input.value = text;
    this.bar.replaceChildren(this.input);
    this.popup.close();
    this.grow();
  }

  grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 160)}px`;
  }

  // Plain text.

  typed() {
    this.grow();
    const text = this.input.value;
    const calling = /(?:^|\s)@(\w*)$/.exec(text.slice(0, this.input.selectionStart));
    if (text.startsWith("/") && !text.includes("\n")) return this.offerCommands(text.slice(1));
    if (calling) {
      const items = table.people.filter((one) => one.name.toLowerCase().startsWith(calling[1].toLowerCase()))
        .map((one) => ({ label: `@${one.name}`, insert: one.name, over: calling[1].length }));
      return items.length ? this.popup.open("People", items) : this.popup.close();
    }
    return this.popup.close();
  }

  offerCommands(typed) {
    const wanted = typed.toLowerCase().replace(/\s+/g, " ");
    const exact = table.commands.slash.find((one) => `${one.name} ` === wanted);
    if (exact) return this.begin(exact);
    const starts = table.commands.slash.filter((one) => one.name.startsWith(wanted.trimEnd()));
    const within = table.commands.slash.filter((one) => !starts.includes(one) && wanted.trim() && one.name.includes(wanted.trim()));
    const items = [...starts, ...within].map((one) => ({
      label: `/${one.name}`, hint: one.options.map((option) => (option.required ? option.name : `[${option.name}]`)).join(" "),
      description: one.description, command: one,
    }));
    const title = table.commands.slash.length ? "Commands" : table.bot.online ? "The bot offers no commands here." : "The bot is away.";
    return this.popup.open(items.length ? title : table.commands.slash.length ? "No such command" : title, items);
  }

  textKey(event) {
    if (this.popup.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  pick(item) {
    if (item.command) return this.begin(item.command);
    if (item.insert !== undefined) {
      const at = this.input.selectionStart;
      this.input.setRangeText(`${item.insert} `, at - item.over, at, "end");
      this.input.focus();
      return this.popup.close();
    }
    return this.choose(item);
  }

  // A command and its options.

  begin(command) {
    this.command = command;
    this.fields = [];
    this.popup.close();
    this.rest = h("span.rest");
    this.bar.replaceChildren(h("span.command", {}, `/${command.name}`), this.rest);
    for (const option of command.options.filter((one) => one.required)) this.show(option);
    this.drawRest();
    if (this.fields.length) this.fields[0].input.focus();
    else {
      this.catcher = h("input.catcher", { type: "text", "aria-label": `/${command.name}: Enter sends it`, onkeydown: (event) => this.optionKey(event, null), oninput: () => { this.catcher.value = ""; } });
      this.rest.before(this.catcher);
      this.catcher.focus();
    }
  }

  show(option) {
    const input = h("input", {
      type: "text", "aria-label": `${option.name}: ${option.description}`, size: 6, autocomplete: "off", enterKeyHint: "send",
      onfocus: () => this.offer(field), onblur: () => this.popup.closeSoon(),
      oninput: () => { field.chosen = undefined; this.fit(field); this.offer(field); },
      onkeydown: (event) => this.optionKey(event, field),
    });
    const field = { option, input, chosen: undefined, asked: 0 };
    field.element = h("label.option", {}, h("span", {}, option.name), input);
    this.fields.push(field);
    this.rest.before(field.element);
    return field;
  }

  fit(field) {
    field.input.size = Math.max(6, Math.min(field.input.value.length + 1, 40));
    field.element.classList.remove("wrong");
  }

  drawRest() {
    const left = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    this.rest.replaceChildren(...left.map((option) => h("button.optional", {
      type: "button", title: option.description, onclick: () => this.add(option),
    }, `+ ${option.name}`)));
    return left;
  }

  add(option) {
    const field = this.show(option);
    this.drawRest();
    field.input.focus();
  }

  /** What may be typed into a field: the bot's suggestions, or what the option itself allows. */
  async offer(field) {
    if (field.chosen !== undefined) return this.popup.close();
    const { option, input } = field;
    const title = `${option.name} — ${option.description}`;
    if (!option.autocomplete) return this.popup.open(title, suggestions(option, input.value));
    const asked = ++field.asked;
    await new Promise((resolve) => setTimeout(resolve, input.value ? 90 : 0));
    if (asked !== field.asked) return null;
    const options = { ...this.values(true), [option.name]: input.value };
    const state = await post("autocomplete", { channel: table.here, command: this.command.name, focused: option.name, options }).catch((error) => ({ error: error.message }));
    if (asked !== field.asked || document.activeElement !== input) return null;
    if (state.failed || state.error) return this.popup.open(state.error ?? "Loading options failed", []);
    const items = (state.choices ?? []).map((one) => ({ label: one.name, value: one.value }));
    return this.popup.open(items.length ? title : `${title}: nothing fits “${input.value}”`, items);
  }

  choose(item) {
    const field = this.fields.find((one) => one.input === document.activeElement);
    if (!field) return;
    field.input.value = item.label;
    field.chosen = item.value;
    field.asked += 1;
    this.fit(field);
    this.popup.close();
    this.fields.find((one) => one.option.required && !one.input.value)?.input.focus();
  }

  optionKey(event, field) {
    if (field && field.chosen === undefined && this.popup.key(event)) return;
    const last = !field || this.fields.at(-1) === field;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") {
      if (!this.popup.close()) this.back();
    } else if (event.key === "Backspace" && !field?.input.value) {
      event.preventDefault();
      this.remove(field);
    } else if (event.key === "Tab" && !event.shiftKey && last) {
      const left = this.drawRest();
      if (left.length) {
        event.preventDefault();
        this.add(this.command.options.find((option) => option === left[0]));
      }
    }
  }

  remove(field) {
    const at = this.fields.indexOf(field);
    if (!field || (field.option.required && at === 0)) return this.back();
    if (!field.option.required) {
      field.element.remove();
      this.fields.splice(at, 1);
      this.drawRest();
    }
    const before = this.fields[at - 1]?.input ?? this.catcher;
    return before?.focus();
  }

  back() {
    this.reset(`/${this.command.name}`);
    this.input.focus();
    this.typed();
  }

  /** The options as they go to the bot; *loosely*: while typing, without complaint. */
  values(loosely = false) {
    const given = {};
    for (const field of this.fields) {
      const text = field.input.value.trim();
      if (!text && !field.option.required) continue;
      const value = field.chosen ?? known(field.option, text);
      if (value === undefined || text === "") {
        if (loosely) continue;
        field.element.classList.add("wrong");
        field.input.focus();
        throw new Error(text ? `${field.option.name} must be ${expected(field.option)}, not “${text}”.` : `${field.option.name} is required.`);
      }
      given[field.option.name] = value;
    }
    return given;
  }

  // Off it goes.

  async send() {
    if (this.command) return this.call();
    const text = this.input.value.trim();
    if (!text) return null;
    if (text.startsWith("/")) {
      const command = table.commands.slash.find((one) => `/${one.name}` === text);
      if (command) {
        this.begin(command);
        return command.options.some((one) => one.required) ? null : this.call();
      }
    }
    // The longest first: one name may begin with another.
    const names = table.people.toSorted((one, other) => other.name.length - one.name.length);
    const content = names.reduce((line, one) => line.replaceAll(`@${one.name}`, `<@${one.id}>`), text);
    this.reset();
    await attempt("say", { channel: table.here, content });
    return this.showLatest();
  }

  async call() {
    let options;
    try {
      options = this.values();
    } catch (error) {
      return toast(error.message);
    }
    const { name } = this.command;
    this.reset();
    this.input.focus();
    const state = await attempt("slash", { channel: table.here, command: name, options, wait: true });
    if (state) follow(state, `/${name}: the application did not respond.`);
    return state;
  }
}
