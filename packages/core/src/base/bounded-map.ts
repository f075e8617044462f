/** A map with a maximum size. When it is full, it drops the entries that were added first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number
  readonly #sizeOf: (value: Value) => number
  #total = 0

  /** By default each entry has the size 1. The size of a value must not change. */
  constructor(limit: number, sizeOf: (value: Value) => number = () => 1) {
    super()
    this.#limit = limit
    this.#sizeOf = sizeOf
  }

  #sizeAt(key: Key): number {
    const existing = this.get(key)
    return existing === undefined ? 0 : this.#sizeOf(existing)
  }

  override set(key: Key, value: Value): this {
    this.#total += this.#sizeOf(value) - this.#sizeAt(key)
    super.set(key, value)
    for (const oldest of this.keys()) {
      if (this.#total <= this.#limit) break
      this.delete(oldest)
    }
    return this
  }

  override delete(key: Key): boolean {
    this.#total -= this.#sizeAt(key)
    return super.delete(key)
  }

  override clear(): void {
    this.#total = 0
    super.clear()
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
