// What an option of a command takes: its suggestions, and the value that a typed word stands for.

import { here, table } from "./table.js";

const INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10;

function all(option) {
  if (option.choices?.length) return option.choices.map((one) => ({ label: String(one.name), value: one.value }));
  if (option.type === BOOLEAN) return [{ label: "True", value: true }, { label: "False", value: false }];
  if (option.type === USER || option.type === MENTIONABLE) {
    const group = here()?.kind === 3 ? here().joined : null;
    const around = table.people.filter((one) => (group ? group.includes(one.id) : one.member));
    return around.map((one) => ({ label: one.name, value: one.id, description: one.bot ? "a bot" : "" }));
  }
  if (option.type === CHANNEL) return table.places.filter((one) => ![1, 3].includes(one.kind)).map((one) => ({ label: one.name, value: one.id }));
  if (option.type === ROLE) return [{ label: "@everyone", value: table.guild.id }];
  return null;
}

const fold = (text) => String(text).toLowerCase().replace(/^[@#]/, "");

/** The suggestions that fit what is typed so far. */
export function suggestions(option, typed) {
  return (all(option) ?? []).filter((one) => fold(one.label).includes(fold(typed)));
}

/** What *option* takes, in words. */
export function expected(option) {
  if (all(option)) return "one of the choices";
  if (option.type !== INTEGER && option.type !== NUMBER) return "a text";
  const { min_value: low, max_value: high } = option;
  if (low != null && high != null) return `${low}–${high}`;
  if (low != null) return `${low} or more`;
  if (high != null) return `at most ${high}`;
  return option.type === INTEGER ? "a whole number" : "a number";
}

/** The value that *text* stands for, undefined when it stands for none. */
export function known(option, text) {
  const offered = all(option);
  if (offered) {
    const exact = offered.find((one) => fold(one.label) === fold(text));
    const starting = offered.filter((one) => fold(one.label).startsWith(fold(text)));
    return (exact ?? (starting.length === 1 ? starting[0] : undefined))?.value;
  }
  if (option.type === INTEGER) return /^-?\d+$/.test(text) ? Number(text) : undefined;
  if (option.type === NUMBER) return text !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
  return text;
}
