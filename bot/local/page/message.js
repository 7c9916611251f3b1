// Messages: text, components, files, and the message menu.

import * as text from "./text.js";
import { avatar, clock, h, marked, openMenu, wordTimes } from "./dom.js";
import { button, safe, select } from "./controls.js";
import { follow } from "./form.js";
import { attempt, table } from "./table.js";

/** A picture's greatest height in pixels, and the least that it's shrunk to. */
const TALLEST = 560;
const SHORTEST = 240;

/** The element of a message; *previous* is the one above it. */
export function messageElement(message, previous) {
  const mine = message.mentions.includes(table.me) || message.everyone;
  const flags = [message.ephemeral && "ephemeral", mine && "called", compact(message, previous) && "compact"];
  const element = h("article.message", { id: `m${message.id}`, tabIndex: -1 });
  element.classList.add(...flags.filter(Boolean));
  element.append(...origin(message), avatar(message.author), h("div.body", {},
    h("header", {},
      h("strong.name", {}, message.author.name),
      message.author.bot ? h("span.app", {}, "APP") : null,
      h("time.when", { dateTime: message.at, title: new Date(message.at).toLocaleString() }, clock(message.at)),
      message.silent ? h("span.silent", { title: text.SENT_SILENTLY }, "🔕") : null),
    message.loading ? h("p.thinking", {}, h("i"), h("i"), h("i"), ` ${text.thinking(message.author.name)}`) : null,
    message.html ? h("div.text", { html: message.html }) : null,
    message.components.map((part) => component(message, part)),
    message.files.map(file),
    message.edited && !message.loading ? h("small.edited", { title: message.edited }, text.EDITED) : null,
    message.thread ? threadLink(message.thread) : null,
    message.ephemeral ? h("p.private", {}, `${text.ONLY_YOU} `, h("button.link", { type: "button", onclick: () => attempt("dismiss", { message: message.id }) }, text.DISMISS)) : null));
  element.append(h("button.plain.tools", { type: "button", "aria-label": text.MESSAGE_MENU, "aria-haspopup": "menu", onclick: (event) => tools(event.currentTarget, message) }, "⋯"));
  element.oncontextmenu = (event) => {
    if (event.target.closest("a, img, input, textarea") || String(getSelection())) return;
    event.preventDefault();
    tools(element.querySelector(".tools"), message);
  };
  for (const mention of element.querySelectorAll(`[data-person="${table.me}"], [data-everyone]`)) mention.classList.add("me");
  wordTimes(element);
  element.message = message;
  return element;
}

function compact(message, previous) {
  if (!previous || message.by) return false;
  const close = new Date(message.at) - new Date(previous.at) < 7 * 60 * 1000;
  return close && previous.author.id === message.author.id && previous.ephemeral === message.ephemeral && !previous.by;
}

function origin(message) {
  if (!message.command) return [];
  const words = text.used(message.by.name, message.command);
  return [h("p.origin", {}, "↱ ", marked(words, (command) => h("span.command", {}, command)))];
}

function threadLink(thread) {
  const words = thread.archived ? text.ARCHIVED_THREAD : text.OPEN_THREAD;
  return h("a.thread", { href: "#", "data-channel": thread.id }, h("strong", {}, thread.name), h("span", {}, words));
}

function tools(anchor, message) {
  const menus = table.commands.message.map((one) => [
    one.name,
    async () => follow((await attempt("menu", { channel: table.here, command: one.name, target: message.id })) ?? {}),
  ]);
  const remove = message.ephemeral
    ? [text.DISMISS, () => attempt("dismiss", { message: message.id })]
    : [text.DELETE_MESSAGE, () => attempt("delete", { message: message.id }), "danger"];
  openMenu(anchor, [...menus, ...(menus.length ? [null] : []), remove]);
}

/** A component of a message, with those inside it. */
function component(message, part) {
  const inner = () => (part.components ?? []).map((one) => component(message, one));
  switch (part.type) {
    case 1: return h("div.row", {}, inner());
    case 2: return button(message, part);
    case 3: return select(message, part);
    case 9: return h("div.section", {}, h("div.said", {}, inner()), component(message, part.accessory));
    case 10: return h("div.text", { html: part.html });
    case 11: return h("div.thumbnail", {}, picture(part.media, part.description));
    case 12: return h(`div.gallery.${part.items.length > 1 ? "many" : "one"}`, {}, part.items.map((one) => picture(one.media, one.description)));
    case 13: return file({ ...part.file, filename: part.file.url.split("/").pop().split("?")[0] });
    default: return container(part, inner());
  }
}

function container(part, inner) {
  const box = h("div.container", {}, inner);
  const colour = part.accent_color;
  if (colour !== undefined && colour !== null) box.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
  else box.classList.add("plainly");
  return box;
}

/** A picture that opens on a click, with a button for its description. */
function picture(media, description) {
  const image = h("img", { src: safe(media.url), alt: description ?? "", loading: "lazy", decoding: "async", onclick: () => enlarge(media, description) });
  if (media.width) {
    // Its room is kept before it arrives, so that nothing jumps.
    image.style.width = `min(${media.width}px, var(--tallest, ${TALLEST}px) * ${media.width / media.height})`;
    image.style.aspectRatio = `${media.width} / ${media.height}`;
  }
  const figure = h("figure.picture", {}, image);
  if (description) {
    const words = h("figcaption", { hidden: true }, description);
    const ask = h("button.alt", {
      type: "button", "aria-expanded": "false", title: text.SHOW_DESCRIPTION,
      onclick: () => { words.hidden = !words.hidden; ask.setAttribute("aria-expanded", String(!words.hidden)); },
    }, "ALT");
    figure.append(ask, words);
  }
  return figure;
}

/** Shrink each message's picture so that the message isn't taller than *room* pixels. */
export function fitPictures(elements, room) {
  for (const element of elements) element.style.removeProperty("--tallest");
  const single = elements.map((element) => [element, element.querySelectorAll(".gallery.one img")])
    .filter(([, images]) => images.length === 1);
  // All reads before all writes, so that the layout is computed once.
  const left = single.map(([element, [image]]) => room - element.offsetHeight + image.offsetHeight);
  single.forEach(([element], n) => {
    element.style.setProperty("--tallest", `${Math.max(SHORTEST, Math.min(TALLEST, left[n]))}px`);
  });
}

/** Show the pictures of *old* in *fresh*, which takes its place, until those of *fresh* can be drawn. */
export function keepPictures(old, fresh) {
  const shown = [...old.querySelectorAll(".gallery img")];
  [...fresh.querySelectorAll(".gallery img")].forEach((next, n) => {
    const before = shown[n];
    if (!before) return;
    before.style.cssText = next.style.cssText;
    next.replaceWith(before);
    before.next = next;
    next.loading = "eager";
    next.decode().catch(() => {}).then(() => { if (before.next === next) before.replaceWith(next); });
  });
}

/** Show a picture as large as the window; two fingers enlarge it further. */
function enlarge(media, description) {
  const dialog = h("dialog.large", { onclose: () => dialog.remove(), onclick: () => dialog.close() },
    h("img", { src: safe(media.url), alt: description ?? "" }), h("button", { type: "button", "aria-label": text.CLOSE, title: text.CLOSE }, "✕"));
  document.body.append(dialog);
  dialog.showModal();
}

function file(one) {
  if (one.content_type?.startsWith("image/")) return h("div.gallery.one", {}, picture(one, one.description));
  const size = one.size === undefined ? "" : ` ${Math.max(1, Math.round(one.size / 1024))} KB`;
  return h("a.file", { href: safe(one.url), download: one.filename }, "📄 ", h("span", {}, one.filename), h("small", {}, size));
}
