// The teacher's page follows the class: what has changed is drawn anew, and nothing else, so
// that the focus and the place on the page stay where they are.
(() => {
  const EVERY = 3000; // milliseconds
  const NOT_CHANGED = 304;
  let known = null; // the tag of what was drawn last
  const trouble = document.getElementById("teacher-trouble");

  function update(fresh) {
    for (const part of document.querySelectorAll("[data-live]")) {
      const news = fresh.querySelector(`[data-live="${part.dataset.live}"]`);
      const isInUse = part.matches("select") && part === document.activeElement;
      if (news && !isInUse && news.innerHTML !== part.innerHTML) replace(part, news);
    }
  }

  /** Put what is new in place of the old; what had the focus or was scrolled stays so. */
  function replace(part, news) {
    const places = (root) => [...root.querySelectorAll(".scrolls, a")];
    const before = places(part);
    const focused = before.indexOf(document.activeElement);
    const chosen = part.value;
    part.innerHTML = news.innerHTML;
    if (chosen) part.value = chosen;
    const now = places(part);
    before.forEach((old, index) => { if (now[index]) now[index].scrollLeft = old.scrollLeft; });
    if (focused >= 0) now[focused]?.focus({ preventScroll: true });
  }

  async function look() {
    try {
      const headers = known ? { "If-None-Match": known } : {};
      const answer = await fetch(location.href, { cache: "no-store", headers });
      if ([403, 404].includes(answer.status)) return location.reload();
      if (!answer.ok && answer.status !== NOT_CHANGED) throw new Error(String(answer.status));
      if (answer.ok) update(new DOMParser().parseFromString(await answer.text(), "text/html"));
      known = answer.headers.get("ETag") ?? known;
      if (trouble) trouble.hidden = true;
    } catch {
      if (trouble) trouble.hidden = false;
    }
    setTimeout(look, EVERY);
  }

  setTimeout(look, EVERY);
})();
