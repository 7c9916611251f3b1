// The page: one person's window, kept up to date by events.

import * as text from "./text.js";
import { clearToasts, h, toast, wordTimes } from "./dom.js";
import { call } from "./controls.js";
import { aloneHint, enableStarts, gameCards } from "./games.js";
import { fitPictures, keepPictures, messageElement } from "./message.js";
import { closeDrawers, drawSides, personMenu, placeMenu } from "./sidebar.js";
import { gamesPlace, get, here, person, place, post, sign, table } from "./table.js";
import { Composer } from "./composer.js";
import "./double_tap.js";

const log = document.getElementById("log");
const composer = new Composer(document.getElementById("composer"), showLatest);
const RETRY_MS = 500;
/** How much of a picture may be out of sight where the buttons below it are seen; of an end, whose result is on top, none. */
const MAY_HIDE = 0.1;
/** The address of a channel, and perhaps of a message in it. */
const DISCORD = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/;
let stream = null;
let loading = null; // the last request for messages: what the stream brings meanwhile waits for it

/** A function that asks, and uses the answer; of several, only the answer to the last request is used. */
function latest(ask, use) {
  let last = null;
  return () => {
    const own = last = ask().then((answer) => (own === last ? use(answer) : last));
    return own;
  };
}

/** Fetch people and places, and draw them. */
const refresh = latest(() => get("state"), stand);

/** Draw how things stand; go to #games if the window has no place. */
async function stand(state) {
  Object.assign(table, state);
  document.documentElement.dataset.locale = table.locale;
  if (!here()) {
    const games = gamesPlace();
    if (games) return go(games.id);
    table.here = null;
    log.replaceChildren(h("section.welcome", {}, h("h2", {}, text.hasLeft(person(table.me).name))));
  }
  table.commands = await get("commands", { channel: table.here }).catch(() => table.commands);
  draw();
}

function draw() {
  drawSides(go, become);
  const at = here();
  document.getElementById("title").textContent = at ? `${sign(at)} ${at.name}`.trim() : "";
  document.getElementById("topic").textContent = at?.topic ?? (at?.archived ? text.ARCHIVED : "");
  const waiting = table.places.reduce((sum, one) => sum + (one.id === table.here ? 0 : one.pings), 0);
  document.title = (waiting ? `(${waiting}) ` : "") + text.windowTitle(at?.name ?? "", person(table.me)?.name ?? "");
  composer.draw();
  enableStarts();
}

/** Go to a channel, thread or conversation: to its end, or to its *top*; with "idle", unless it's one's turn there. */
async function go(id, top = false) {
  await move({ here: id });
  composer.focus();
  if (top === true || (top && !isTurn(newestCard()))) log.scrollTop = 0;
}

/** Switch to another person. */
async function become(id) {
  await move({ me: id });
}

async function move(to) {
  composer.keep();
  Object.assign(table, to);
  clearToasts();
  remember();
  closeDrawers();
  if (to.me) listen();
  composer.resume();
  await refresh();
  await load();
}

/** Go to a message, which may be among the earlier ones. */
async function goToMessage(channel, id) {
  if (channel !== table.here) await go(channel);
  let more;
  while (!document.getElementById(`m${id}`) && (more = log.querySelector(".earlier"))) await more.onclick();
  const message = document.getElementById(`m${id}`);
  if (!message) return;
  if (message === log.lastElementChild) showLatest();
  else message.scrollIntoView();
  message.focus({ preventScroll: true });
}

function remember() {
  history.replaceState(null, "", `#as=${table.me}&at=${table.here ?? ""}`);
}

/** Show the newest messages of this window's place. */
function load() {
  const shown = fetchNewest();
  loading = shown.catch(() => {});
  return shown;
}

const fetchNewest = latest(async () => {
  const asked = table.here;
  return { asked, ...(asked && await get("messages", { channel: asked })) };
}, showNewest);

function showNewest({ asked, messages, more }) {
  if (!asked || asked !== table.here) return;
  // The same again, since the connection is a new one: whoever is choosing goes on where they were.
  const newest = log.lastElementChild;
  const stays = newest?.message?.channel === asked && newest.message.id === messages.at(-1)?.id && atEnd();
  const top = stays && pictureTop();
  log.replaceChildren(...(more ? [hasGames() && welcome(), earlier()].filter(Boolean) : [welcome()]));
  append(messages);
  if (stays) {
    keepPictures(newest, log.lastElementChild);
    keepInPlace(top);
  }
  else if (messages.length) showLatest();
  else log.scrollTop = 0;
  enableStarts();
  seen();
}

function append(messages) {
  let previous = log.lastElementChild?.message;
  for (const message of messages) {
    log.append(messageElement(message, previous));
    previous = message;
  }
  fit([...log.children].slice(-messages.length));
}

/** Shrink pictures so that each message fits the log; on a phone only the width limits them. */
function fit(elements) {
  fitPictures(elements, matchMedia("(min-width: 721px)").matches ? log.clientHeight - 40 : Infinity);
}

function earlier() {
  const more = h("button.link.earlier", { type: "button", onclick: async () => {
    more.disabled = true;
    const first = log.querySelector(".message");
    const page = await get("messages", { channel: table.here, before: first.message.id });
    const from = log.scrollHeight;
    let previous;
    const older = page.messages.map((one) => {
      const element = messageElement(one, previous);
      previous = one;
      return element;
    });
    first.before(...older);
    fit(older);
    more.disabled = false;
    if (!page.more) more.replaceWith(...(hasGames() ? [] : [welcome()]));
    log.scrollTop += log.scrollHeight - from;
  } }, text.SHOW_EARLIER);
  return more;
}

/** Whether this window's place begins with the games. */
const hasGames = () => here()?.kind === 0;

function welcome() {
  const at = here();
  if (hasGames()) return h("section.welcome", {}, h("h2", {}, text.PICK_A_GAME), aloneHint(become), gameCards(start));
  return h("section.welcome", {},
    h("img", { src: "logo.svg", alt: "", width: 56, height: 56 }),
    h("h2", {}, sign(at) === "@" ? text.youAnd(at.name) : text.welcomeTo(at?.name ?? "")));
}

/** Start a game by its command, as if it was typed; its lobby is the answer. */
async function start(command, button, options = {}) {
  if (button.classList.contains("busy")) return;
  button.classList.add("busy");
  table.used = (await call(command, options))?.message;
  button.classList.remove("busy");
  const lobby = document.getElementById(`m${table.used}`);
  lobby?.focus();
  if (lobby?.message.thread && composer.empty) go(lobby.message.thread.id);
}

const atEnd = (hidden = 0) => Math.min(log.scrollHeight, endOf(newestCard())) - log.scrollTop - log.clientHeight < 120 + hidden;

function showLatest() {
  scrollToLatest();
  for (const image of log.querySelectorAll("img")) if (!image.complete) image.addEventListener("load", () => { if (atEnd()) scrollToLatest(); }, { once: true });
}

/** Scroll to the end. Of a card that doesn't fit, all from its title to its buttons is seen, or all from its picture;
    if that doesn't fit either, a turn is seen from its end, and anything else from its top. */
function scrollToLatest() {
  log.style.paddingBottom = "";
  log.scrollTop = log.scrollHeight;
  const [newest, end] = [newestCard(), log.scrollTop];
  const [title, picture] = [".container > .text", ".gallery"].map((one) => newest?.querySelector(one));
  if (!title || !picture || atTop(newest) >= end) return;
  const low = lowest();
  const turn = isTurn(newest);
  if (atTop(title) >= low) log.scrollTop = atTop(title);
  else if (atTop(picture) + picture.offsetHeight * (turn || newest.message.ephemeral ? MAY_HIDE : 0) >= low) log.scrollTop = Math.max(low, atTop(picture));
  else if (!turn) log.scrollTop = atTop(newest);
}

/** Whether a card says that it's one's turn. The end of a game has a title, and mentions who has won, too. */
const isTurn = (card) => !!card?.matches(".called:has(.gallery)") && !card.querySelector(".container h3");

/** The newest message; where that only tells of a typed move, the board that shows it. */
function newestCard() {
  const last = log.lastElementChild;
  return (tellsMove(last) && [...log.querySelectorAll(".message:has(.gallery)")].at(-1)) || last;
}

/** Whether a message only tells how a typed move was played, which is seen on the board, too. */
const tellsMove = (element) => element?.message?.command === "/move" && !!element.querySelector(".container h3") && !element.querySelector(".gallery");

/** How far down the log is scrolled where an element begins at its top. */
const atTop = (element) => log.scrollTop + Math.floor(element.getBoundingClientRect().top - log.getBoundingClientRect().top);

/** How far down the log is scrolled where the newest card's buttons and pictures end at its bottom; at the end if it has none. */
function lowest() {
  const end = log.scrollHeight - log.clientHeight;
  const parts = [...(newestCard()?.querySelectorAll(".container > :is(.row, .gallery)") ?? [])];
  return parts.length ? Math.min(end, Math.max(...parts.map((one) => atTop(one) + one.offsetHeight)) - log.clientHeight) : end;
}

/** How far down the log an element ends; the log's end for none. */
const endOf = (element) => (element ? atTop(element) + element.offsetHeight : Infinity);

/** What stands above a card's picture, if there is one. */
const titleOf = (element) => element.querySelector(".container .text:has(~ .gallery)")?.textContent;

/** Where the newest picture is, or else the newest message. */
const pictureTop = () => ([...log.querySelectorAll(".gallery")].at(-1) ?? log.lastElementChild).getBoundingClientRect().top;

/** Scroll so that the newest picture stays at *top*, with all of it and of what is below it in view. */
function keepInPlace(top) {
  top = Math.max(top, log.getBoundingClientRect().top);
  log.style.paddingBottom = "";
  const end = log.scrollHeight - log.clientHeight;
  const wanted = log.scrollTop + pictureTop() - top;
  if (wanted > end) log.style.paddingBottom = `${parseFloat(getComputedStyle(log).paddingBottom) + wanted - end}px`;
  log.scrollTop = Math.max(wanted, lowest());
}

function seen() {
  if (document.hidden || !table.here) return;
  const at = here();
  if (at) Object.assign(at, { unread: false, pings: 0 });
  post("read", { channel: table.here }).catch(() => {});
}

/** Open the event stream of this window's person, perhaps *again* after it was lost. */
function listen() {
  stream?.close();
  const address = new URL(`api/events?as=${table.me}`, location.href);
  address.protocol = "ws:";
  const opened = stream = new WebSocket(address);
  // What happened before it was open isn't told again.
  stream.onopen = resume;
  stream.onclose = () => {
    setTimeout(() => { if (opened === stream) listen(); }, RETRY_MS);
    if (opened !== stream || !table.bot.online) return;
    table.bot.online = false;
    draw();
    toast(text.STOPPED);
  };
  stream.onmessage = async (event) => {
    const { kind, data } = JSON.parse(event.data);
    if (kind === "state") return refresh();
    await loading;
    if (kind === "message") arrived(data);
    else if (kind === "edit") changed(data.message);
    else document.getElementById(`m${data.id}`)?.remove();
  };
}

async function resume() {
  await refresh();
  await load();
}

function arrived({ message, place: where }) {
  const known = place(where.id);
  if (known) Object.assign(known, where);
  if (message.channel === table.here) {
    if (document.getElementById(`m${message.id}`)) return; // it has been loaded
    const follow = atEnd() || [message.author.id, message.by?.id].includes(table.me);
    append([message]);
    if (follow) showLatest();
    seen();
  } else if (pingsMe(message, where)) {
    const { name } = message.author;
    const direct = where.kind === 1 || where.kind === 3;
    toast(direct ? text.wroteToYou(name) : text.mentioned(name, `${sign(where)}${where.name}`), () => go(where.id), where.id);
  }
  draw();
}

function pingsMe(message, where) {
  if (message.silent || message.ephemeral || message.author.id === table.me) return false;
  return where.kind === 1 || message.everyone || message.mentions.includes(table.me);
}

function changed(message) {
  const old = document.getElementById(`m${message.id}`);
  if (!old) return;
  const follow = atEnd() || (old === log.lastElementChild && message.by?.id === table.me);
  const fresh = messageElement(message, old.previousElementSibling?.message);
  const top = pictureTop();
  const focused = document.activeElement === old;
  const control = old.contains(document.activeElement) && document.activeElement.dataset.control;
  old.replaceWith(fresh);
  keepPictures(old, fresh);
  fit([fresh]);
  if (focused) fresh.focus();
  if (control) fresh.querySelector(`[data-control="${CSS.escape(control)}"]`)?.focus();
  if (follow && titleOf(fresh) === titleOf(old) && !tellsMove(fresh)) keepInPlace(top);
  else if (follow) showLatest();
  // The game that this window waited for has begun; what somebody is typing stays, and so do they.
  if (message.id === table.used && message.thread && !old.message.thread && composer.empty) go(message.thread.id);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-channel], a[href^='https://discord.com/channels/'], .mention[data-person], .spoiler");
  if (!target) return;
  const [, channel = target.dataset.channel, message] = DISCORD.exec(target.href) ?? [];
  if (channel) {
    event.preventDefault();
    if (!place(channel)) toast(text.PLACE_GONE);
    else if (message) goToMessage(channel, message);
    else go(channel);
  } else if (target.dataset.person) {
    const one = person(target.dataset.person);
    if (one) personMenu(target, one, become);
  } else target.classList.add("shown");
});
document.getElementById("more").onclick = (event) => placeMenu(event.currentTarget);
for (const id of ["burger", "me"]) document.getElementById(id).onclick = () => document.body.classList.toggle("open");
document.getElementById("veil").onclick = closeDrawers;
let tall = innerHeight;
addEventListener("resize", () => {
  const follow = atEnd(Math.max(0, tall - innerHeight)); // as by a phone's keyboard
  tall = innerHeight;
  fit([...log.children]);
  if (follow) showLatest();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) seen(); });
document.addEventListener("keydown", (event) => {
  const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (typed && document.activeElement === document.body) composer.focus();
  if (event.key === "Escape" && document.body.matches(".open, .people")) {
    closeDrawers();
    document.getElementById("burger").focus();
  }
});
addEventListener("unhandledrejection", (event) => toast(event.reason.message)); // of a request
setInterval(() => wordTimes(), 10_000);

const wanted = new URLSearchParams(location.hash.slice(1));
const asked = wanted.get("as") ?? "Marina";
const known = await get("state", { as: asked }).catch(() => null);
Object.assign(table, known ?? await get("state", { as: "Marina" }), await get("games"));
table.here = wanted.get("at") || null;
listen();
await refresh();
if (!log.childElementCount && table.here) await load();
if (!known) {
  const players = table.people.filter((one) => !one.bot).map((one) => one.name);
  toast(text.nobodyCalled(asked, person(table.me).name, new Intl.ListFormat(table.locale).format(players)));
}
