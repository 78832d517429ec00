// What has been done of the course, read from what the lessons keep in this browser.
(() => {
  const OWNER = document.documentElement.dataset.owner;
  const KEPT = ["mastermind-edu", ...(OWNER ? [encodeURIComponent(OWNER)] : [])].join("@");
  const MANY_MINUTES = 120; // from here on, time is told in hours
  const list = document.querySelector("[data-course-progress]");
  if (!list) return;
  const texts = list.dataset;

  /** What is kept of each lesson, by all tabs, the latest first; nothing where nothing can be. */
  function records() {
    const kept = {};
    try {
      for (const key of Object.keys(localStorage)) {
        const [owner, lesson, tab] = key.split("/");
        const record = owner === KEPT && tab && parse(localStorage.getItem(key));
        if (record?.parts) (kept[lesson] ??= []).push(record);
      }
    } catch {
      return {};
    }
    for (const lesson of Object.values(kept)) lesson.sort((one, other) => other.saved - one.saved);
    return kept;
  }

  function parse(text) {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  /** How a lesson stands: with its exercises, or, where it has none, with its games. */
  function standing(kept) {
    const isDone = (name) => kept.some(({ parts }) => parts[name]?.done);
    const exercises = kept[0].names.filter((name) => name.startsWith("Exercise"));
    if (exercises.length) {
      return { exercises: true, done: exercises.filter(isDone).length, all: exercises.length };
    }
    return { exercises: false, done: Number(kept[0].names.some(isDone)), all: 1 };
  }

  function say(template, values) {
    return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function sayTime(minutes) {
    if (minutes === 0) return texts.textAllDone;
    if (minutes < MANY_MINUTES) return say(texts.textLeft, { n: minutes });
    return say(texts.textLeftHours, { n: Math.round(minutes / 60) });
  }

  function draw() {
    const kept = records();
    let minutesLeft = 0;
    for (const item of list.querySelectorAll("[data-key]")) {
      const of = kept[item.dataset.key];
      const { done, all, exercises } = of ? standing(of) : { done: 0, all: 1 };
      const state = done === all ? "done" : done > 0 && exercises ? "begun" : "open";
      if (state !== "done") minutesLeft += Number(item.dataset.minutes);
      item.dataset.state = state;
      item.querySelector("[data-standing]").textContent = {
        done: texts.textDone,
        begun: say(texts.textBegun, { done, all }),
        open: item.dataset.here === undefined ? "" : texts.textHere,
      }[state];
    }
    const left = document.querySelector("[data-minutes-left]");
    if (left) left.textContent = sayTime(minutesLeft);
  }

  function forget() {
    globalThis.mastermindKeeper?.forget();
    location.reload();
  }

  const again = document.querySelector("[data-start-again]");
  if (again) {
    const offer = again.textContent;
    again.addEventListener("click", () => {
      if (again.textContent === again.dataset.sure) forget();
      else again.textContent = again.dataset.sure;
    });
    again.addEventListener("blur", () => { again.textContent = offer; });
  }
  addEventListener(`${KEPT}/kept`, draw);
  addEventListener("storage", draw);
  draw();
})();
