/** A map with a maximum size. When it is full, it drops the entry that was added first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    const oldest = this.size > this.#limit ? this.keys().next() : undefined
    if (oldest?.done === false) this.delete(oldest.value)
    return this
  }

  /** The value of a key, made at the first use. */
  getOrMake(key: Key, make: () => Value): Value {
    const existing = this.get(key)
    if (existing !== undefined) return existing
    const value = make()
    this.set(key, value)
    return value
  }
}
