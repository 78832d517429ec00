// The widgets' models on the page: each holds the state that Python has told it.

const REFERENCE = "IPY_MODEL_";

export class Model {
  #listeners = new Map();
  #send;
  #changed = new Set();

  constructor(id, state, send) {
    this.id = id;
    this.state = state;
    this.#send = send;
  }

  get(name) {
    return this.state[name];
  }

  set(name, value) {
    this.state[name] = value;
    this.#changed.add(name);
    this.#tell([name]);
  }

  save_changes() {
    const state = Object.fromEntries([...this.#changed].map((name) => [name, this.state[name]]));
    this.#changed.clear();
    this.#send({ method: "update", state, buffer_paths: [] });
  }

  send(content) {
    this.#send({ method: "custom", content });
  }

  on(event, listener) {
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
  }

  off(event, listener) {
    if (listener) this.#listeners.get(event)?.delete(listener);
    else this.#listeners.delete(event);
  }

  /** Take over what Python says, all of it before anybody hears of it. */
  update(state) {
    Object.assign(this.state, state);
    this.#tell(Object.keys(state));
  }

  hear(content, buffers) {
    this.#call("msg:custom", content, buffers);
  }

  #tell(names) {
    for (const name of names) this.#call(`change:${name}`, this, this.state[name]);
    this.#call("change", this);
  }

  #call(event, ...news) {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(...news);
  }
}

/** All models of a page by their ids, kept up to date by the messages of Python. */
export class Models {
  #models = new Map();
  #send;

  constructor(send) {
    this.#send = send;
  }

  get(id) {
    return this.#models.get(id.replace(REFERENCE, ""));
  }

  receive({ type, id, data }, buffers) {
    if (type === "comm_open") {
      const state = restored(data, buffers);
      this.#models.set(id, new Model(id, state, (answer) => this.#send({ id, data: answer })));
    } else if (type === "comm_close") {
      this.#models.delete(id);
    } else if (data.method === "update") {
      this.#models.get(id)?.update(restored(data, buffers));
    } else if (data.method === "custom") {
      this.#models.get(id)?.hear(data.content, buffers);
    }
  }
}

/** Put the bytes that travelled apart back into the state. */
function restored({ state, buffer_paths: paths = [] }, buffers) {
  for (const [index, path] of paths.entries()) {
    const { buffer, byteOffset, byteLength } = buffers[index];
    const last = path.at(-1);
    const holder = path.slice(0, -1).reduce((inside, name) => inside[name], state);
    holder[last] = new DataView(buffer, byteOffset, byteLength);
  }
  return state;
}
