// Keeps what was done in the browser's own storage, for each tab and lesson by itself.
// A tab that opens a lesson anew goes on where the latest one stopped that does not show the
// lesson now, so that the next day loses nothing; tabs that show it together never share.

const OWNER = document.documentElement.dataset.owner; // where people have accounts
const KEPT = ["mastermind-edu", ...(OWNER ? [encodeURIComponent(OWNER)] : [])].join("@");
// all our keys begin like this
const ANSWER_WITHIN = 150; // milliseconds that other tabs have to say that they are there
const FORGOTTEN_AFTER = 90 * 24 * 3600 * 1000; // milliseconds
const TABS_REMEMBERED = 5; // for each lesson

class Keeper {
  constructor(lesson) {
    this.lesson = lesson;
    this.parts = {};
    this.names = new Set();
    this.id = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.ready = lesson ? this.open().catch(() => { this.lesson = null; }) : Promise.resolve();
  }

  async open() {
    this.tab = sessionStorage.getItem(`${KEPT}/tab`) ?? this.id;
    const others = await this.otherTabs();
    if (others.has(this.tab)) this.tab = this.id; // this tab is a copy of another one
    sessionStorage.setItem(`${KEPT}/tab`, this.tab);
    const record = this.read(this.key) ?? this.latest(others);
    this.parts = record?.parts ?? {};
  }

  get prefix() {
    return `${KEPT}/${this.lesson}/`;
  }

  get key() {
    return this.prefix + this.tab;
  }

  /** Ask which lessons other tabs show, and tell those that ask. */
  async otherTabs() {
    const others = new Map();
    if (!globalThis.BroadcastChannel) return others;
    this.channel = new BroadcastChannel(KEPT);
    this.channel.onmessage = ({ data: { from, tab, lesson } }) => {
      if (tab) others.set(tab, lesson);
      else if (from !== this.id) this.channel.postMessage({ tab: this.tab, lesson: this.lesson });
    };
    this.channel.postMessage({ from: this.id });
    await new Promise((resolve) => { setTimeout(resolve, ANSWER_WITHIN); });
    return others;
  }

  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  /** The latest record of this lesson from a tab that does not show it; very old ones go. */
  latest(others) {
    const records = Object.keys(localStorage)
      .filter((key) => key.startsWith(this.prefix))
      .map((key) => ({ key, saved: 0, ...this.read(key) }))
      .sort((one, other) => other.saved - one.saved);
    for (const [place, { key, saved }] of records.entries()) {
      const old = place >= TABS_REMEMBERED || Date.now() - saved > FORGOTTEN_AFTER;
      if (old) localStorage.removeItem(key);
    }
    return records.find(({ key, saved }) => Date.now() - saved <= FORGOTTEN_AFTER
      && others.get(key.slice(this.prefix.length)) !== this.lesson);
  }

  write() {
    const record = { saved: Date.now(), names: [...this.names], parts: this.parts };
    try {
      localStorage.setItem(this.key, JSON.stringify(record));
    } catch {
      // the browser keeps nothing for us: the lesson works all the same
    }
    dispatchEvent(new Event(`${KEPT}/kept`));
  }

  async load(name) {
    this.names.add(name);
    await this.ready;
    return this.parts[name];
  }

  save(name, kept) {
    if (!this.lesson) return;
    this.parts[name] = kept;
    this.write();
  }

  /** Begin the lesson anew, in this tab and in those that will be opened. */
  forget() {
    if (!this.lesson) return;
    this.parts = {};
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(this.prefix)) localStorage.removeItem(key);
    }
  }
}

/** The one keeper of this page; a page that is no lesson keeps nothing. */
function keeper() {
  globalThis.mastermindKeeper ??= new Keeper(document.documentElement.dataset.lesson);
  return globalThis.mastermindKeeper;
}

/** Give back to a fresh kernel what this page kept of the widget, then keep what it does. */
async function keep(model, signal) {
  const name = model.get("_name");
  const fresh = JSON.stringify(model.get("_kept"));
  const kept = await keeper().load(name);
  if (signal.aborted) return;
  const now = JSON.stringify(model.get("_kept"));
  const save = () => keeper().save(name, model.get("_kept"));
  if (now !== fresh) save(); // somebody was quick
  else if (kept && JSON.stringify(kept) !== now) model.send({ type: "restore", kept });
  model.on("change:_kept", save);
  signal.addEventListener("abort", () => model.off("change:_kept", save));
}
