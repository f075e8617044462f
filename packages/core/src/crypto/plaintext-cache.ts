/** A map with a maximum size. When it is full, it drops the entry that was added first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    if (this.size <= this.#limit) return this
    const oldest = this.keys().next()
    if (oldest.done !== true) this.delete(oldest.value)
    return this
  }
}

/** The plaintexts of recently opened tokens. The caller must check whether a plaintext is still valid, such as its expiry. */
export interface PlaintextCache {
  readonly get: (token: string) => string | undefined
  /** Only for tokens that were opened or sealed: an attacker must not fill the cache with forged ones. */
  readonly set: (token: string, plaintext: string) => void
}

/** Characters. Longer tokens are not cached, so that a full cache of 1000 tokens stays below about 16 MB. */
const MAX_TOKEN_LENGTH = 4096

/** A least-recently-used cache of `size` tokens. It stores text, so no caller can change the value of another. */
export const createPlaintextCache = (size: number): PlaintextCache => {
  const entries = new BoundedMap<string, string>(size)
  const set = (token: string, plaintext: string): void => {
    if (token.length > MAX_TOKEN_LENGTH) return
    // The last one to be dropped.
    entries.delete(token)
    entries.set(token, plaintext)
  }
  return {
    get: (token) => {
      const plaintext = entries.get(token)
      if (plaintext !== undefined) set(token, plaintext)
      return plaintext
    },
    set,
  }
}
