// Keeps what was done in the browser's own storage, for each tab and lesson by itself.
// A new tab takes over what a closed one left, so that the next day goes on where it was;
// tabs that are open tell each other so, and never share.

const KEPT = "mastermind-edu"; // all our keys begin like this
const ANSWER_WITHIN = 150; // milliseconds that other tabs have to say that they are there
const FORGOTTEN_AFTER = 90 * 24 * 3600 * 1000; // milliseconds

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
    const open = await this.otherTabs();
    if (open.has(this.tab)) this.tab = this.id; // this tab is a copy of another one
    sessionStorage.setItem(`${KEPT}/tab`, this.tab);
    const record = this.read(this.key) ?? this.inherit(open);
    this.parts = record?.parts ?? {};
  }

  get key() {
    return `${KEPT}/${this.lesson}/${this.tab}`;
  }

  /** Ask which other tabs are open, and tell those that ask. */
  async otherTabs() {
    const open = new Set();
    if (!globalThis.BroadcastChannel) return open;
    this.channel = new BroadcastChannel(KEPT);
    this.channel.onmessage = ({ data }) => {
      if (data.here && data.id !== this.id) open.add(data.here);
      if (data.who && data.id !== this.id) this.channel.postMessage({ here: this.tab, id: this.id });
    };
    this.channel.postMessage({ who: true, id: this.id });
    await new Promise((resolve) => { setTimeout(resolve, ANSWER_WITHIN); });
    return open;
  }

  read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  /** Take over the latest record of this lesson whose tab has been closed. */
  inherit(open) {
    const prefix = `${KEPT}/${this.lesson}/`;
    let latest = null;
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(`${KEPT}/`) || key.split("/").length < 3) continue;
      const record = this.read(key);
      if (!record?.saved || Date.now() - record.saved > FORGOTTEN_AFTER) localStorage.removeItem(key);
      else if (key.startsWith(prefix) && !open.has(key.slice(prefix.length))
        && !(latest?.saved > record.saved)) latest = { ...record, key };
    }
    if (latest) {
      localStorage.removeItem(latest.key);
      this.write(latest.parts);
    }
    return latest;
  }

  write(parts) {
    const record = { saved: Date.now(), names: [...this.names], parts };
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
    this.write(this.parts);
  }

  /** Begin the lesson anew. */
  forget() {
    if (!this.lesson) return;
    this.parts = {};
    localStorage.removeItem(this.key);
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
  const kept = await keeper().load(name);
  if (signal.aborted) return;
  if (kept && JSON.stringify(kept) !== JSON.stringify(model.get("_kept"))) {
    model.send({ type: "restore", kept });
  }
  const save = () => keeper().save(name, model.get("_kept"));
  model.on("change:_kept", save);
  signal.addEventListener("abort", () => model.off("change:_kept", save));
}
