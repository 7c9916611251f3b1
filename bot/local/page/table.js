// What this window knows, and its requests to the page's API.

import * as text from "./text.js";
import { toast } from "./dom.js";

/** This window's state: its person, its place, and what they see. */
export const table = {
  me: null,
  here: null,
  people: [],
  places: [],
  bot: { name: "", online: false },
  guild: { name: "" },
  commands: { slash: [], person: [], message: [] },
  games: [],
  used: null, // the message whose control was used last, or the lobby that was started last
};

export const person = (id) => table.people.find((one) => one.id === id);
export const place = (id) => table.places.find((one) => one.id === id);
export const here = () => place(table.here);

/** The channel that opens first. */
export const gamesPlace = () => table.places.find((one) => one.name === "games") ?? table.places[0];

/** The person after this window's, for whom it offers another window. */
export function nextPerson() {
  const players = table.people.filter((one) => !one.bot && one.member);
  return players[(players.findIndex((one) => one.id === table.me) + 1) % players.length] ?? person(table.me);
}

/** The sign before a place's name: “#” for a channel, “@” for a conversation, none for a thread. */
export const sign = (one) => ({ 0: "#", 1: "@", 3: "@" })[one?.kind] ?? "";

async function answered(request) {
  const reply = await request.catch(() => { throw new Error(text.STOPPED); });
  const body = await reply.json();
  if (!reply.ok) throw new Error(body.error ?? reply.statusText);
  return body;
}

/** A GET request. */
export async function get(what, query = {}) {
  return answered(fetch(`api/${what}?${new URLSearchParams({ as: table.me ?? "", ...query })}`));
}

/** A POST request. */
export async function post(what, body) {
  const headers = { "Content-Type": "application/json" };
  const payload = JSON.stringify({ as: table.me, ...body });
  return answered(fetch(`api/${what}`, { method: "POST", headers, body: payload }));
}

/** A POST request; if it's refused, a toast says why. */
export async function attempt(what, body) {
  try {
    return await post(what, body);
  } catch (error) {
    toast(error.message);
    return null;
  }
}
