// The sidebars: people, channels and conversations; and the menus of people and channels.

import * as text from "./text.js";
import { avatar, h, openMenu } from "./dom.js";
import { follow } from "./form.js";
import { attempt, gamesPlace, here, nextPerson, person, table } from "./table.js";

/** Close the drawers of narrow windows. */
export function closeDrawers() {
  document.body.classList.remove("open", "people");
}

/** Redraw both sidebars. */
export function drawSides(go, become) {
  drawPeople(become);
  drawPlaces(go);
  drawMine();
  drawCrew(go, become);
}

const count = (number) => (number ? h("b.pings", { "aria-label": text.mentions(number) }, number) : null);

function drawPeople(become) {
  const players = table.people.filter((one) => !one.bot);
  document.getElementById("people").replaceChildren(...players.map((one) => h("button.who", {
    type: "button", role: "radio", "aria-checked": String(one.id === table.me), title: one.member ? one.name : text.hasLeft(one.name),
    className: one.member ? "who" : "who gone", onclick: () => become(one.id),
  }, avatar(one), h("span", {}, one.name), one.id === table.me ? null : count(one.pings))));
}

function drawPlaces(go) {
  const list = [];
  const live = (one) => !one.archived || one.id === table.here;
  const channels = table.places.filter((one) => one.kind === 0);
  list.push(h("h2", {}, table.guild.name, h("button.plain.add", { type: "button", title: text.NEW_GAME, "aria-label": text.NEW_GAME, onclick: () => go(gamesPlace().id, true) }, "+")));
  for (const channel of channels) {
    // Where nothing is new, the games can be chosen at once.
    const games = channel === gamesPlace() && !channel.unread;
    list.push(line(channel, "#", (id) => go(id, games && "idle")));
    for (const thread of table.places.filter((one) => one.parent === channel.id && live(one))) {
      list.push(line(thread, "↳", go, "sub"));
    }
    const asleep = table.places.filter((one) => one.parent === channel.id && !live(one));
    if (asleep.length) {
      list.push(h("button.place.sub.asleep", {
        type: "button", "aria-haspopup": "menu",
        onclick: (event) => openMenu(event.currentTarget, asleep.map((one) => [one.name, () => go(one.id)])),
      }, h("span.sign", {}, "▸"), text.archivedThreads(asleep.length)));
    }
  }
  const begin = h("button.plain.add", { type: "button", title: text.NEW_GROUP, "aria-label": text.NEW_GROUP, "aria-haspopup": "menu", onclick: (event) => groupMenu(event.currentTarget, go) }, "+");
  list.push(h("h2", {}, text.DIRECT_MESSAGES, begin));
  const dm = table.places.find((one) => one.kind === 1);
  list.push(dm ? line(dm, "✉", go) : h("p.hint", {}, text.NO_DIRECT_MESSAGES));
  list.push(...table.places.filter((one) => one.kind === 3).map((one) => line(one, "👥", go)));
  document.getElementById("places").replaceChildren(...list);
}

/** Choose people for a new group message. The bot isn't a member; anybody in it can call its commands. */
function groupMenu(anchor, go) {
  const boxes = table.people.filter((one) => !one.bot && one.id !== table.me)
    .map((one) => h("input", { type: "checkbox", value: one.id, ariaLabel: one.name }));
  const begin = async () => {
    const people = boxes.filter((box) => box.checked).map((box) => box.value);
    const made = await attempt("group", { people });
    if (made) go(made.channel);
  };
  openMenu(anchor, [
    h("p", {}, text.GROUP_WITH),
    ...boxes.map((box) => h("label", {}, box, ` ${person(box.value).name}`)),
    null, [text.START_GROUP, begin],
  ]);
}

function line(one, sign, go, extra = "") {
  const classes = ["place", extra, one.id === table.here && "here", one.unread && one.id !== table.here && "unread", one.archived && "asleep"];
  return h("button", {
    type: "button", className: classes.filter(Boolean).join(" "), title: one.name, "aria-current": one.id === table.here ? "page" : null, onclick: () => go(one.id),
  }, h("span.sign", {}, sign), h("span.label", {}, one.name), one.id === table.here ? null : count(one.pings));
}

function drawMine() {
  const me = person(table.me);
  if (!me) return;
  document.getElementById("me").replaceChildren(avatar(me), h("span", {}, me.name));
  const accepts = h("input", { type: "checkbox", checked: me.accepts_dms, onchange: () => attempt("person", { person: me.id, accepts_dms: accepts.checked }) });
  const other = nextPerson();
  const state = table.bot.online ? h("span.on", {}, text.BOT_IS_ONLINE) : h("span.off", {}, text.BOT_IS_OFFLINE);
  document.getElementById("mine").replaceChildren(
    h("label", {}, accepts, text.ACCEPT_DMS),
    h("p", {}, state, h("a", { href: `#as=${other.id}`, target: "_blank", title: text.newWindowFor(other.name) }, text.NEW_WINDOW)));
}

function drawCrew(go, become) {
  const rows = table.people.map((one) => h("button.member", {
    type: "button", "aria-haspopup": "menu", className: one.member ? "member" : "member gone",
    onclick: (event) => personMenu(event.currentTarget, one, become),
  }, avatar(one), h("span", {}, one.name, one.owner ? h("small", { title: text.RUNS_THE_SERVER }, ` ${text.OWNER}`) : null, one.bot ? h("span.app", {}, "APP") : null)));
  document.getElementById("crew").replaceChildren(h("h2", {}, text.PEOPLE), ...rows,
    h("p.hint", {}, text.CLICK_SOMEBODY));
}

/** A person's menu: the bot's commands, then what only the local table can do. */
export function personMenu(anchor, one, become) {
  const menus = table.commands.person.map((command) => [
    command.name,
    async () => {
      closeDrawers(); // the answer is a message or a form
      follow((await attempt("menu", { channel: table.here, command: command.name, target: one.id })) ?? {});
    },
  ]);
  const own = one.bot ? [] : [
    [text.switchTo(one.name), () => become(one.id)],
    null, h("p", {}, text.FOR_HOSTS),
    [one.accepts_dms ? text.CLOSE_DMS : text.OPEN_DMS, () => attempt("person", { person: one.id, accepts_dms: !one.accepts_dms })],
    [one.member ? text.LEAVE_SERVER : text.REJOIN_SERVER, () => attempt("person", { person: one.id, member: !one.member }), one.member ? "danger" : ""],
  ];
  const line = menus.length && own.length ? [null] : [];
  openMenu(anchor, [...menus, ...line, ...own]);
}

/** The menu of this window's channel or thread. */
export function placeMenu(anchor) {
  const at = here();
  if (!at) return;
  const items = [];
  if (at.parent) {
    const joined = at.joined.includes(table.me);
    items.push([joined ? text.LEAVE_THREAD : text.JOIN_THREAD, () => attempt("thread", { thread: at.id, [joined ? "leave" : "join"]: table.me })]);
  }
  if (!document.getElementById("crew").offsetWidth) {
    items.push([text.PEOPLE, () => document.body.classList.add("people")]);
  }
  items.push(null, h("p", {}, text.FOR_HOSTS));
  if (at.parent) {
    items.push(
      [at.archived ? text.REOPEN_THREAD : text.ARCHIVE_THREAD, () => attempt("thread", { thread: at.id, archived: !at.archived })],
      [at.locked ? text.UNLOCK_THREAD : text.LOCK_THREAD, () => attempt("thread", { thread: at.id, locked: !at.locked })],
      [text.DELETE_THREAD, () => attempt("thread", { thread: at.id, delete: true }), "danger"],
    );
  } else if (at.kind === 0) {
    items.push(h("p", {}, text.BOT_PERMISSIONS));
    for (const [name, label] of Object.entries(text.PERMISSIONS)) {
      const box = h("input", {
        type: "checkbox", checked: !at.denied.includes(name),
        onchange: () => {
          const denied = new Set(here().denied);
          if (box.checked) denied.delete(name);
          else denied.add(name);
          attempt("channel", { channel: at.id, denied: [...denied] });
        },
      });
      items.push(h("label", {}, box, ` ${label}`));
    }
    items.push([text.DELETE_CHANNEL, () => attempt("channel", { channel: at.id, delete: true }), "danger"]);
  }
  items.push([text.CUT_CONNECTION, () => attempt("drop", {}), "danger"]);
  openMenu(anchor, items[0] === null ? items.slice(1) : items);
}
