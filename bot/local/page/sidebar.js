// The side bar: who one is, where one may go; and the list of people.

import { avatar, h, openMenu } from "./dom.js";
import { follow } from "./controls.js";
import { attempt, here, person, table } from "./table.js";

/** On narrow windows, close what lies over the messages. */
export function closeDrawers() {
  document.body.classList.remove("open", "people");
}

/** Draw everything at the sides anew. */
export function drawSides(go, become) {
  drawPeople(become);
  drawPlaces(go);
  drawMine();
  drawCrew(go, become);
}

const count = (number) => (number ? h("b.pings", { "aria-label": `${number} mentions` }, number) : null);

function drawPeople(become) {
  const players = table.people.filter((one) => !one.bot);
  document.getElementById("people").replaceChildren(...players.map((one) => h("button.who", {
    type: "button", role: "radio", "aria-checked": String(one.id === table.me), title: one.member ? one.name : `${one.name} has left the server`,
    className: one.member ? "who" : "who gone", onclick: () => become(one.id),
  }, avatar(one), h("span", {}, one.name), one.id === table.me ? null : count(one.pings))));
}

function drawPlaces(go) {
  const list = [];
  const live = (one) => !one.archived || one.id === table.here;
  const channels = table.places.filter((one) => one.kind === 0);
  list.push(h("h2", {}, table.guild.name));
  for (const channel of channels) {
    list.push(line(channel, "#", go));
    for (const thread of table.places.filter((one) => one.parent === channel.id && live(one))) {
      list.push(line(thread, thread.private ? "🔒" : "↳", go, "sub"));
    }
    const asleep = table.places.filter((one) => one.parent === channel.id && !live(one));
    if (asleep.length) {
      list.push(h("button.place.sub.asleep", {
        type: "button", "aria-haspopup": "menu",
        onclick: (event) => openMenu(event.currentTarget, asleep.map((one) => [one.name, () => go(one.id)])),
      }, h("span.sign", {}, "▸"), `${asleep.length} archived`));
    }
  }
  const alone = table.people.filter((one) => !one.bot).length < 2;
  const begin = h("button.plain.add", { type: "button", title: "New group message", "aria-label": "New group message", "aria-haspopup": "menu", disabled: alone, onclick: (event) => groupMenu(event.currentTarget, go) }, "+");
  list.push(h("h2", {}, "Direct messages", begin));
  const dm = table.places.find((one) => one.kind === 1);
  list.push(dm ? line(dm, "✉", go) : h("p.hint", {}, "None yet: the bot writes first."));
  list.push(...table.places.filter((one) => one.kind === 3).map((one) => line(one, "👥", go)));
  document.getElementById("places").replaceChildren(...list);
}

/** Choose people for a new group message: the bot is not in it, and comes along with who calls it. */
function groupMenu(anchor, go) {
  const boxes = table.people.filter((one) => !one.bot && one.id !== table.me)
    .map((one) => h("input", { type: "checkbox", value: one.id, ariaLabel: one.name }));
  const begin = async () => {
    const people = boxes.filter((box) => box.checked).map((box) => box.value);
    const made = await attempt("group", { people });
    if (made) go(made.channel);
  };
  openMenu(anchor, [
    h("p", {}, "A group message with:"),
    ...boxes.map((box) => h("label", {}, box, ` ${person(box.value).name}`)),
    null, ["Begin", begin],
  ]);
}

function line(one, sign, go, extra = "") {
  const classes = ["place", extra, one.id === table.here && "here", one.unread && one.id !== table.here && "unread", one.archived && "asleep"];
  return h("button", {
    type: "button", className: classes.filter(Boolean).join(" "), "aria-current": one.id === table.here ? "page" : null, onclick: () => go(one.id),
  }, h("span.sign", {}, sign), h("span.label", {}, one.name), one.id === table.here ? null : count(one.pings));
}

function drawMine() {
  const me = person(table.me);
  if (!me) return;
  const accepts = h("input", { type: "checkbox", checked: me.accepts_dms, onchange: () => attempt("person", { person: me.id, accepts_dms: accepts.checked }) });
  const players = table.people.filter((one) => !one.bot && one.member);
  const other = players[(players.indexOf(me) + 1) % players.length];
  const state = table.bot.online ? h("span.on", {}, "● the bot is here") : h("span.off", {}, "○ the bot is away");
  document.getElementById("mine").replaceChildren(
    h("label", {}, accepts, "Accept direct messages"),
    h("p", {}, state, h("a", { href: `#as=${other?.id ?? me.id}`, target: "_blank", title: "Open another window, for another person" }, "another window ↗")));
}

function drawCrew(go, become) {
  const rows = table.people.map((one) => h("button.member", {
    type: "button", "aria-haspopup": "menu", className: one.member ? "member" : "member gone",
    onclick: (event) => personMenu(event.currentTarget, one, become),
  }, avatar(one), h("span", {}, one.name, one.owner ? h("small", { title: "Runs the server" }, " owner") : null, one.bot ? h("span.app", {}, "APP") : null)));
  document.getElementById("crew").replaceChildren(h("h2", {}, "People"), ...rows,
    h("p.hint", {}, "Click a person for what can be done with them."));
}

/** What can be done with a person: the bot's menus, and what only a local table can do. */
export function personMenu(anchor, one, become) {
  const menus = table.commands.person.map((command) => [
    command.name,
    async () => {
      closeDrawers(); // the answer is a message or a form
      follow((await attempt("menu", { channel: table.here, command: command.name, person: one.id, wait: true })) ?? {});
    },
  ]);
  const own = one.bot ? [] : [
    [`Be ${one.name}`, () => become(one.id)],
    [one.accepts_dms ? "Refuse direct messages" : "Accept direct messages", () => attempt("person", { person: one.id, accepts_dms: !one.accepts_dms })],
    [one.member ? "Leave the server" : "Come back to the server", () => attempt("person", { person: one.id, member: !one.member }), one.member ? "danger" : ""],
  ];
  const line = menus.length && own.length ? [null] : [];
  openMenu(anchor, [...menus, ...line, ...own]);
}

/** What can be done with the place where one is. */
export function placeMenu(anchor) {
  const at = here();
  if (!at) return;
  const items = [];
  if (at.parent) {
    const joined = at.joined.includes(table.me);
    items.push(
      [joined ? "Leave the thread" : "Join the thread", () => attempt("thread", { thread: at.id, [joined ? "leave" : "join"]: table.me })],
      [at.archived ? "Reopen the thread" : "Archive the thread", () => attempt("thread", { thread: at.id, archived: !at.archived })],
      [at.locked ? "Unlock the thread" : "Lock the thread", () => attempt("thread", { thread: at.id, locked: !at.locked })],
      ["Delete the thread", () => attempt("thread", { thread: at.id, delete: true }), "danger"],
    );
  } else if (at.kind === 0) {
    items.push(h("p", {}, "The bot may here:"));
    for (const name of table.deniable) {
      const box = h("input", {
        type: "checkbox", checked: !at.denied.includes(name),
        onchange: () => {
          const denied = new Set(here().denied);
          if (box.checked) denied.delete(name);
          else denied.add(name);
          attempt("channel", { channel: at.id, denied: [...denied] });
        },
      });
      items.push(h("label", {}, box, ` ${name.toLowerCase().replaceAll("_", " ")}`));
    }
    items.push(null, ["Delete the channel", () => attempt("channel", { channel: at.id, delete: true }), "danger"]);
  }
  if (!document.getElementById("crew").offsetWidth) {
    items.push(null, ["People", () => document.body.classList.add("people")]);
  }
  items.push(null, ["Cut the bot's connection", () => attempt("gateway", { drop: true })]);
  openMenu(anchor, items[0] === null ? items.slice(1) : items);
}
