// A message as a person sees it: text, embeds, Components V2, files, and what may be done with it.

import { avatar, clock, h, openMenu, wordTimes } from "./dom.js";
import { button, follow, isSelect, safe, select } from "./controls.js";
import { attempt, table } from "./table.js";

/** Pixels from top to bottom that a picture takes, where there is room, and that it may be shrunk to. */
const TALLEST = 560;
const SHORTEST = 240;

/** The element of a message; *previous* is the one above it. */
export function messageElement(message, previous) {
  if (message.kind === 18) return notice(message);
  const mine = message.mentions.includes(table.me) || message.everyone;
  const flags = [message.ephemeral && "ephemeral", mine && "called", compact(message, previous) && "compact"];
  const element = h("article.message", { id: `m${message.id}`, tabIndex: -1 });
  element.classList.add(...flags.filter(Boolean));
  element.append(...origin(message), avatar(message.author), h("div.body", {},
    h("header", {},
      h("strong.name", {}, message.author.name),
      message.author.bot ? h("span.app", {}, "APP") : null,
      h("time.when", { dateTime: message.at, title: new Date(message.at).toLocaleString() }, clock(message.at)),
      message.silent ? h("span.silent", { title: "Sent without a notification" }, "🔕") : null),
    message.loading ? h("p.thinking", {}, h("i"), h("i"), h("i"), ` ${message.author.name} is thinking…`) : null,
    message.html ? h("div.text", { html: message.html }) : null,
    message.embeds.map(embed),
    message.components.map((part) => component(message, part)),
    message.files.map(file),
    message.edited && !message.loading ? h("small.edited", { title: message.edited }, "(edited)") : null,
    message.thread ? threadLink(message.thread) : null,
    message.ephemeral ? h("p.private", {}, "Only you can see this · ", h("button.link", { type: "button", onclick: () => attempt("dismiss", { message: message.id }) }, "Dismiss message")) : null));
  element.append(h("button.plain.tools", { type: "button", "aria-label": "More for this message", "aria-haspopup": "menu", onclick: (event) => tools(event.currentTarget, message) }, "⋯"));
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
  if (!previous || previous.kind === 18 || message.by || message.reply) return false;
  const close = new Date(message.at) - new Date(previous.at) < 7 * 60 * 1000;
  return close && previous.author.id === message.author.id && previous.ephemeral === message.ephemeral && !previous.by;
}

function origin(message) {
  if (message.command) {
    return [h("p.origin", {}, "↱ ", h("strong", {}, message.by.name), " used ", h("span.command", {}, message.command))];
  }
  if (message.reply) return [h("p.origin", {}, "↱ ", h("strong", {}, message.reply.name), ` ${message.reply.text}`)];
  return [];
}

function notice(message) {
  const element = h("article.message.notice", { id: `m${message.id}` }, h("span", {}, "→"), h("div.body", {},
    h("strong", {}, message.author.name), " started a thread: ",
    message.thread ? threadLink(message.thread) : h("strong", {}, message.text)));
  element.message = message;
  return element;
}

function threadLink(thread) {
  const words = thread.archived ? "Archived ›" : "Open ›";
  return h("a.thread", { href: "#", "data-channel": thread.id }, h("strong", {}, thread.name), h("span", {}, words));
}

function tools(anchor, message) {
  const menus = table.commands.message.map((one) => [
    one.name,
    async () => follow((await attempt("menu", { channel: table.here, command: one.name, message: message.id, wait: true })) ?? {}),
  ]);
  const remove = message.ephemeral
    ? ["Dismiss message", () => attempt("dismiss", { message: message.id })]
    : ["Delete message", () => attempt("delete", { message: message.id }), "danger"];
  openMenu(anchor, [...menus, ...(menus.length ? [null] : []), remove]);
}

/** A component of a message, with all that is inside it. */
function component(message, part) {
  const inner = () => (part.components ?? []).map((one) => component(message, one));
  if (part.type === 1) return h("div.row", {}, inner());
  if (part.type === 2) return button(message, part);
  if (isSelect(part)) return select(message, part);
  if (part.type === 10) return h("div.text", { html: part.html });
  if (part.type === 9) return h("div.section", {}, h("div", {}, inner()), component(message, part.accessory));
  if (part.type === 11) return h("div.thumbnail", {}, picture(part.media, part.description, part.spoiler));
  if (part.type === 12) {
    const many = part.items.length > 1 ? "many" : "one";
    return h(`div.gallery.${many}`, {}, part.items.map((one) => picture(one.media, one.description, one.spoiler)));
  }
  if (part.type === 13) return file({ ...part.file, filename: part.name ?? part.file.url.split("/").pop().split("?")[0], size: part.size });
  if (part.type === 14) return h(`hr.space${part.spacing ?? 1}${part.divider === false ? ".unseen" : ""}`);
  if (part.type === 17) {
    const box = h("div.container", {}, inner());
    const colour = part.accent_color;
    if (colour !== undefined && colour !== null) box.style.setProperty("--accent", `#${colour.toString(16).padStart(6, "0")}`);
    else box.classList.add("plainly");
    return box;
  }
  return h("small.muted", {}, `(component ${part.type})`);
}

/** A picture that opens on a click and tells its alt text when asked. */
function picture(media, description, spoiler) {
  const image = h("img", { src: safe(media.url), alt: description ?? "", loading: "lazy", decoding: "async", onclick: () => figure.classList.contains("hidden") || enlarge(media, description) });
  if (media.width) {
    // its room is kept before it has come, so that nothing jumps
    image.style.width = `min(${media.width}px, var(--tallest, ${TALLEST}px) * ${media.width / media.height})`;
    image.style.aspectRatio = `${media.width} / ${media.height}`;
  }
  const figure = h("figure.picture", {}, image);
  if (spoiler) {
    figure.classList.add("hidden");
    figure.onclick = () => figure.classList.remove("hidden");
  }
  if (description) {
    const words = h("figcaption", { hidden: true }, description);
    const ask = h("button.alt", {
      type: "button", "aria-expanded": "false", title: "Show the description",
      onclick: () => { words.hidden = !words.hidden; ask.setAttribute("aria-expanded", String(!words.hidden)); },
    }, "ALT");
    figure.append(ask, words);
  }
  return figure;
}

/** Shrink the picture of each message that would else be taller than *room* pixels. */
export function fitPictures(elements, room) {
  for (const element of elements) element.style.removeProperty("--tallest");
  const single = elements.map((element) => [element, element.querySelectorAll(".gallery.one img")])
    .filter(([, images]) => images.length === 1);
  // Read all before writing any: each layout is done once.
  const left = single.map(([element, [image]]) => room - element.offsetHeight + image.offsetHeight);
  single.forEach(([element], n) => {
    element.style.setProperty("--tallest", `${Math.max(SHORTEST, Math.min(TALLEST, left[n]))}px`);
  });
}

function enlarge(media, description) {
  const dialog = h("dialog.large", { onclose: () => dialog.remove(), onclick: () => dialog.close() },
    h("img", { src: safe(media.url), alt: description ?? "" }));
  document.body.append(dialog);
  dialog.showModal();
}

function file(one) {
  if (one.content_type?.startsWith("image/")) return h("div.gallery.one", {}, picture(one, one.description, false));
  const size = one.size === undefined ? "" : ` ${Math.max(1, Math.round(one.size / 1024))} KB`;
  return h("a.file", { href: safe(one.url), download: one.filename }, "📄 ", h("span", {}, one.filename), h("small", {}, size));
}

function embed(one) {
  const box = h("div.embed", {},
    one.author ? h("p.author", {}, one.author.name) : null,
    one.title ? h("div.text.heading", { html: one.title_html }) : null,
    one.html ? h("div.text", { html: one.html }) : null,
    one.fields.length ? h("div.fields", {}, one.fields.map((field) => h(field.inline ? "div.inline" : "div", {}, h("strong", {}, field.name), h("div.text", { html: field.html })))) : null,
    one.image ? picture(one.image, null, false) : null,
    one.footer ? h("small", {}, one.footer.text) : null);
  if (one.color) box.style.setProperty("--accent", `#${one.color.toString(16).padStart(6, "0")}`);
  return box;
}
