// What has been done of the course, read from what the lessons keep in this browser.
(() => {
  const KEPT = "mastermind-edu";
  const list = document.querySelector("[data-course-progress]");
  if (!list) return;
  const texts = list.dataset;

  /** The latest record of each lesson, whichever tab it was kept for. */
  function records() {
    const latest = {};
    for (const key of Object.keys(localStorage)) {
      const [, lesson, tab] = key.match(/^mastermind-edu\/([^/]+)\/([^/]+)$/) ?? [];
      if (!tab) continue;
      try {
        const record = JSON.parse(localStorage.getItem(key));
        if (!(latest[lesson]?.saved > record.saved)) latest[lesson] = record;
      } catch {
        // not ours
      }
    }
    return latest;
  }

  /** How a lesson stands: with its exercises, or, where it has none, with its games. */
  function standing({ names = [], parts = {} }) {
    const exercises = names.filter((name) => name.startsWith("Exercise"));
    const counted = exercises.length ? exercises : Object.keys(parts);
    const done = counted.filter((name) => parts[name]?.done).length;
    const all = exercises.length || Math.min(counted.length, 1);
    return { done: Math.min(done, all), all, exercises: exercises.length > 0 };
  }

  function say(template, values) {
    return template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  function draw() {
    const kept = records();
    let minutesLeft = 0;
    for (const item of list.querySelectorAll("[data-key]")) {
      const record = kept[item.dataset.key];
      const { done, all, exercises } = record ? standing(record) : { done: 0, all: 0 };
      const state = all > 0 && done === all ? "done" : done > 0 && exercises ? "begun" : "open";
      if (state !== "done") minutesLeft += Number(item.dataset.minutes);
      item.dataset.state = state;
      item.querySelector("[data-standing]").textContent = {
        done: texts.textDone,
        begun: say(texts.textBegun, { done, all }),
        open: item.dataset.here === undefined ? "" : texts.textHere,
      }[state];
    }
    const left = document.querySelector("[data-minutes-left]");
    if (left) left.textContent = minutesLeft ? say(texts.textLeft, { n: minutesLeft }) : texts.textAllDone;
  }

  function forget() {
    globalThis.mastermindKeeper?.forget();
    const prefix = `${KEPT}/${document.documentElement.dataset.lesson}/`;
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(prefix)) localStorage.removeItem(key);
    }
    location.reload();
  }

  const again = document.querySelector("[data-start-again]");
  again?.addEventListener("click", () => {
    if (again.textContent === again.dataset.sure) forget();
    else again.textContent = again.dataset.sure;
  });
  addEventListener(`${KEPT}/kept`, draw);
  addEventListener("storage", draw);
  draw();
})();
