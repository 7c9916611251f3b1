// What this window knows of the table, and how it asks the server.

import { toast } from "./dom.js";

/** This window's state: who one is, where one is, and what is around. */
export const table = {
  me: null,
  here: null,
  people: [],
  places: [],
  bot: { name: "", online: false },
  guild: { name: "" },
  deniable: [],
  commands: { slash: [], person: [], message: [] },
};

export const person = (id) => table.people.find((one) => one.id === id);
export const place = (id) => table.places.find((one) => one.id === id);
export const here = () => place(table.here);

/** What stands before a place's name: “#” for a channel, “@” for a conversation, nothing for a thread. */
export const sign = (one) => ({ 0: "#", 1: "@", 3: "@" })[one?.kind] ?? "";

async function answered(reply) {
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.error ?? reply.statusText);
  return body;
}

/** Ask the page's API. */
export async function get(what, query = {}) {
  return answered(await fetch(`api/${what}?${new URLSearchParams({ as: table.me ?? "", ...query })}`));
}

/** Do something through the page's API. */
export async function post(what, body) {
  const headers = { "Content-Type": "application/json" };
  const payload = JSON.stringify({ as: table.me, ...body });
  return answered(await fetch(`api/${what}`, { method: "POST", headers, body: payload }));
}

/** Do something, and say so when it is refused. */
export async function attempt(what, body) {
  try {
    return await post(what, body);
  } catch (error) {
    toast(error.message);
    return null;
  }
}
