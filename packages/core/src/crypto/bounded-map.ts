/** A map with a maximum size. When it is full, it drops the entry that was added first. */
export class BoundedMap<Key, Value> {
  readonly #entries = new Map<Key, Value>()
  readonly #size: number

  constructor(size: number) {
    this.#size = size
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  delete(key: Key): void {
    this.#entries.delete(key)
  }

  /** Set an entry and make it the last one to be dropped. */
  renew(key: Key, value: Value): void {
    this.#entries.delete(key)
    this.set(key, value)
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#size) return
    const oldest = this.#entries.keys().next()
    if (oldest.done !== true) this.#entries.delete(oldest.value)
  }
}
