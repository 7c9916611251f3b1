// The composer: messages, commands and their options.

import * as text from "./text.js";
import { h, toast } from "./dom.js";
import { attempt, here, person, post, table } from "./table.js";
import { call } from "./controls.js";
import { Popup } from "./popup.js";

const INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7;

/** All values of an option, as `{label, value}`; null if it takes any text or number. */
function allValues(option) {
  if (option.choices?.length) return option.choices.map((one) => ({ label: String(one.name), value: one.value }));
  if (option.type === BOOLEAN) return [{ label: text.YES, value: true }, { label: text.NO, value: false }];
  if (option.type === USER) {
    const group = here()?.kind === 3 ? here().joined : null;
    const around = table.people.filter((one) => (group ? group.includes(one.id) : one.member));
    return around.map((one) => ({ label: one.name, value: one.id, description: one.bot ? text.A_BOT : "" }));
  }
  if (option.type === CHANNEL) return table.places.filter((one) => ![1, 3].includes(one.kind)).map((one) => ({ label: one.name, value: one.id }));
  return null;
}

const fold = (typed) => String(typed).toLowerCase().replace(/^[@#]/, "");

/** The values that match what is typed so far. */
function suggestions(option, typed) {
  return (allValues(option) ?? []).filter((one) => fold(one.label).includes(fold(typed)));
}

/** The values that an option takes, in words. */
function expected(option) {
  if (allValues(option)) return text.ONE_OF_THE_CHOICES;
  if (option.type !== INTEGER) return text.SOME_TEXT;
  const { min_value: low, max_value: high } = option;
  if (low != null && high != null) return `${low}–${high}`;
  if (low != null) return text.atLeast(low);
  return high != null ? text.atMost(high) : text.A_WHOLE_NUMBER;
}

/** The option's value for what is typed; undefined if there is none. */
function valueOf(option, typed) {
  const values = allValues(option);
  if (values) {
    const exact = values.find((one) => fold(one.label) === fold(typed));
    const starting = values.filter((one) => fold(one.label).startsWith(fold(typed)));
    return (exact ?? (starting.length === 1 ? starting[0] : undefined))?.value;
  }
  if (option.type === INTEGER) {
    const { min_value: low, max_value: high } = option;
    const number = Number(typed);
    return /^-?\d+$/.test(typed) && number >= (low ?? number) && number <= (high ?? number) ? number : undefined;
  }
  return typed;
}

/** A typed message that looks like a move, such as “d2 d4”. */
const MOVE = /^\s*[a-l]\d{1,2}(\W*(to)?\W*[a-l]?\d{1,2})*\W*$/i;
const moveCommand = () => table.commands.slash.find((one) => one.name === "move");
const noSuchCommand = () => [
  text.NO_SUCH_COMMAND,
  person(table.me)?.owner ? null : text.FOR_MANAGERS,
  moveCommand() ? text.TYPED_MOVE : null,
  text.HINT_AND_UNDO,
].filter(Boolean).join(" ");

/** A command in the list, which begins with what is *typed*. */
function commandItem(command, typed = "") {
  const hint = command.options.filter((one) => one.required).map((one) => one.name).join(" ");
  return { label: `/${command.name}`, hint, description: command.description, command, typed };
}

export class Composer {
  constructor(form, showLatest) {
    this.showLatest = showLatest;
    this.bar = h("div.bar");
    this.popup = new Popup((item) => this.pick(item));
    this.input = h("textarea", {
      rows: 1, "aria-label": text.MESSAGE, maxLength: 2000,
      oninput: () => this.typed(), onkeydown: (event) => this.textKey(event), onblur: () => this.popup.closeSoon(),
    });
    this.command = null; // the command being typed
    this.fields = []; // its options so far: {option, input, chosen}
    this.drafts = new Map();
    form.append(this.popup.element, this.bar, h("button.plain.send", { type: "submit", "aria-label": text.SEND, title: text.SEND_BY_ENTER }, "➤"));
    form.onsubmit = (event) => { event.preventDefault(); this.send(); };
    this.reset();
  }

  /** Update the placeholder. */
  draw() {
    this.input.placeholder = here()?.archived ? text.WRITE_TO_REOPEN : text.PLACEHOLDER;
  }

  /** Whether nothing is typed. */
  get empty() {
    return !this.command && !this.input.value;
  }

  /** Keep what is half typed for this person and place, until `resume` there. */
  keep() {
    const fields = this.fields.map(({ option, input, chosen }) => ({ option, typed: input.value, chosen }));
    const draft = this.command ? { command: this.command, fields, rest: this.catcher.value } : { line: this.input.value };
    this.drafts.set(`${table.me} ${table.here}`, draft);
  }

  resume() {
    const { line, command, fields, rest } = this.drafts.get(`${table.me} ${table.here}`) ?? {};
    this.reset(line);
    if (!command) return;
    this.open(command);
    for (const { option, typed, chosen } of fields) {
      const field = this.fields.find((one) => one.option === option) ?? this.show(option);
      field.input.value = typed;
      this.fit(field);
      field.chosen = chosen;
    }
    this.catcher.value = rest;
  }

  focus() {
    if (matchMedia("(pointer: fine)").matches) (this.fields.find((one) => !one.input.value)?.input ?? (this.command ? this.catcher : this.input)).focus();
  }

  /** Drop the command and start with *line*. */
  reset(line = "") {
    this.command = null;
    this.fields = [];
    this.input.value = line;
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
    const line = this.input.value;
    const mention = /(?:^|\s)@(\w*)$/.exec(line.slice(0, this.input.selectionStart));
    if (line.startsWith("/") && !line.trimEnd().includes("\n")) return this.offerCommands(line.slice(1));
    if (mention) {
      const items = table.people.filter((one) => one.name.toLowerCase().startsWith(mention[1].toLowerCase()))
        .map((one) => ({ label: `@${one.name}`, insert: one.name, over: mention[1].length }));
      return items.length ? this.popup.open(text.PEOPLE, items) : this.popup.close();
    }
    const move = MOVE.test(line) && moveCommand();
    return move ? this.popup.open(text.TYPED_MOVE, [commandItem(move, line)]) : this.popup.close();
  }

  offerCommands(typed) {
    const line = typed.replace(/\s+/g, " ");
    const wanted = line.toLowerCase();
    const begun = table.commands.slash.find((one) => wanted.startsWith(`${one.name} `));
    if (begun) return this.begin(begun, line.slice(begun.name.length).trim());
    const starts = table.commands.slash.filter((one) => one.name.startsWith(wanted.trimEnd()));
    const within = table.commands.slash.filter((one) => !starts.includes(one) && wanted.trim() && one.name.includes(wanted.trim()));
    const items = [...starts, ...within].map((one) => commandItem(one));
    const none = table.bot.online ? text.NO_COMMANDS : text.BOT_OFFLINE;
    const title = table.commands.slash.length ? noSuchCommand() : none;
    this.popup.open(items.length ? text.COMMANDS : title, items);
    return items.length > 0;
  }

  textKey(event) {
    if (this.popup.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.send();
    }
  }

  pick(item) {
    if (item.command) return this.begin(item.command, item.typed);
    if (item.insert !== undefined) {
      const at = this.input.selectionStart;
      this.input.setRangeText(`${item.insert} `, at - item.over, at, "end");
      this.input.focus();
      return this.popup.close();
    }
    return item.option ? this.add(item.option) : this.choose(item);
  }

  // A command and its options.

  begin(command, typed = "") {
    this.open(command);
    const input = this.fields[0]?.input ?? this.catcher;
    input.focus();
    input.value = typed;
    if (typed) this.optionTyped(this.fields[0]);
  }

  /** Show a command with the options that it requires. */
  open(command) {
    this.command = command;
    this.fields = [];
    this.popup.close();
    this.rest = h("span.rest");
    this.catcher = h("input.catcher", {
      type: "text", "aria-label": text.pressEnter(command.name), placeholder: " ", autocomplete: "off", enterKeyHint: "send",
      oninput: () => this.optionTyped(), onkeydown: (event) => this.optionKey(event), onblur: () => this.popup.closeSoon(),
    });
    this.bar.replaceChildren(h("span.command", {}, `/${command.name}`), this.catcher, this.rest);
    for (const option of command.options.filter((one) => one.required)) this.show(option);
    this.drawRest();
  }

  show(option) {
    const input = h("input", {
      type: "text", "aria-label": `${option.name}: ${option.description}`, size: 6, autocomplete: "off", enterKeyHint: "send",
      onfocus: () => this.offer(field), onblur: () => this.popup.closeSoon(),
      oninput: () => this.optionTyped(field),
      onkeydown: (event) => this.optionKey(event, field),
    });
    const field = { option, input, chosen: undefined, asked: 0 };
    field.element = h("label.option", {}, h("span", {}, option.name), input);
    this.fields.push(field);
    this.catcher.before(field.element);
    this.drawRest();
    return field;
  }

  /** What is typed into a field has changed. */
  fit(field) {
    field.chosen = undefined;
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

  /** Something was typed into a field, or behind all of them. */
  optionTyped(field) {
    const filled = this.fill(field?.input ?? this.catcher);
    if (field) this.fit(field);
    if (!filled) (field ? this.offer(field) : this.offerOptions());
  }

  /** Move each `name:value` in *input* to the field of that option; whether there was any. */
  fill(input) {
    const names = this.command.options.map((one) => one.name).join("|");
    const [before, ...given] = input.value.split(new RegExp(`(?:^|\\s)(${names}):`, "i"));
    if (!names || !given.length) return false;
    input.value = before.trim();
    let field;
    for (let n = 0; n < given.length; n += 2) {
      const option = this.command.options.find((one) => one.name === given[n].toLowerCase());
      field = this.fields.find((one) => one.option === option) ?? this.show(option);
      field.input.value = given[n + 1].trim();
      this.fit(field);
    }
    field.input.focus();
    this.offer(field);
    return true;
  }

  /** Suggest the options whose names start like this. */
  offerOptions() {
    const typed = this.catcher.value;
    if (!typed) return this.popup.close();
    const items = this.drawRest().filter((option) => option.name.startsWith(fold(typed)))
      .map((option) => ({ label: option.name, description: option.description, option }));
    return this.popup.open(items.length ? text.OPTIONS : text.noMatch(typed), items);
  }

  add(option) {
    this.catcher.value = "";
    this.show(option).input.focus();
  }

  /** Suggest values for a field: the bot's, or all that match. */
  async offer(field) {
    if (field.chosen !== undefined) return this.popup.close();
    const { option, input } = field;
    if (!option.autocomplete) return this.popup.open(option.description, suggestions(option, input.value));
    const asked = ++field.asked;
    await new Promise((resolve) => setTimeout(resolve, input.value ? 90 : 0));
    if (asked !== field.asked || !this.fields.includes(field)) return null;
    const options = { ...this.values(true), [option.name]: input.value };
    const state = await post("autocomplete", { channel: table.here, command: this.command.name, focused: option.name, options }).catch((error) => ({ error: error.message }));
    if (asked !== field.asked || document.activeElement !== input) return null;
    if (state.failed || state.error) return this.popup.open(state.error ?? text.NO_CHOICES, []);
    const items = (state.choices ?? []).map((one) => ({ label: one.name, value: one.value }));
    return this.popup.open(option.description, items);
  }

  choose(item) {
    const field = this.fields.find((one) => one.input === document.activeElement);
    if (!field) return;
    field.input.value = item.label;
    this.fit(field);
    field.chosen = item.value;
    field.asked += 1;
    this.popup.close();
    (this.fields.find((one) => one.option.required && !one.input.value)?.input ?? this.catcher).focus();
  }

  optionKey(event, field) {
    if (field?.chosen === undefined && this.popup.key(event)) return;
    const { value } = field?.input ?? this.catcher;
    const last = field ? this.fields.at(-1) === field : !value;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") {
      if (!this.popup.close()) this.back();
    } else if (event.key === "Backspace" && !value) {
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
    if (!field && this.fields.length) return this.fields.at(-1).input.focus();
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

  /** The options for the bot; *loosely*, while somebody types, wrong ones are left out. */
  values(loosely = false) {
    const given = {};
    for (const field of this.fields) {
      const typed = field.input.value.trim();
      if (!typed && !field.option.required) continue;
      const value = field.chosen ?? valueOf(field.option, typed);
      if (value === undefined || typed === "") {
        if (loosely) continue;
        field.element.classList.add("wrong");
        field.input.focus();
        this.offer(field);
        throw new Error(typed ? text.mustBe(field.option.name, expected(field.option), typed) : "");
      }
      given[field.option.name] = value;
    }
    return given;
  }

  // Sending.

  async send() {
    if (this.command) return this.call();
    const line = this.input.value.trim();
    if (!line) return null;
    if (line.startsWith("/") && !line.includes("\n")) {
      const command = table.commands.slash.find((one) => `/${one.name}` === line);
      if (command) {
        this.begin(command);
        return command.options.some((one) => one.required) ? null : this.call();
      }
      return this.offerCommands(line.slice(1)) && toast(text.CHOOSE_COMMAND);
    }
    // The longest first: one name may be the start of another.
    const names = table.people.toSorted((one, other) => other.name.length - one.name.length);
    const content = names.reduce((sent, one) => sent.replaceAll(`@${one.name}`, `<@${one.id}>`), line);
    this.reset();
    if (await attempt("say", { channel: table.here, content })) return this.showLatest();
    this.reset(line + this.input.value);
    return this.input.focus();
  }

  async call() {
    let options;
    const left = this.catcher.value.trim();
    if (left) return toast(text.noOption(this.command.name, left));
    try {
      options = this.values();
    } catch (error) {
      return error.message && toast(error.message); // what is missing is told above it
    }
    const { name } = this.command;
    this.reset();
    this.input.focus();
    return call(name, options);
  }
}
