// The second tap of a double tap presses nothing that has just appeared under the finger.

const JUST_MS = 350;
const SAME_PX = 24;
const last = { x: -SAME_PX, y: -SAME_PX, what: null, changed: -JUST_MS }; // where the last tap was, what is there, since when

function whatIsAt(x, y) {
  const there = document.elementFromPoint(x, y);
  const control = there?.closest("button, a, img");
  return control ? `${control.tagName} ${control.textContent} ${Boolean(there.closest("dialog"))}` : null;
}

new MutationObserver(() => {
  const what = whatIsAt(last.x, last.y);
  if (what !== last.what) Object.assign(last, { what, changed: performance.now() });
}).observe(document.body, { childList: true, subtree: true });

document.addEventListener("click", (event) => {
  if (!event.detail) return; // by a key
  const { clientX: x, clientY: y } = event;
  if (Math.hypot(x - last.x, y - last.y) < SAME_PX && performance.now() - last.changed < JUST_MS) {
    event.preventDefault();
    event.stopPropagation();
  } else Object.assign(last, { x, y, what: whatIsAt(x, y), changed: -JUST_MS });
}, true);
