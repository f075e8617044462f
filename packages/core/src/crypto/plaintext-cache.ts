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

/** The plaintexts of recently opened tokens. The caller must check whether a plaintext is still valid, such as its expiry. */
export interface PlaintextCache {
  readonly get: (token: string) => string | undefined
  readonly set: (token: string, plaintext: string) => void
}

/** Characters. Longer tokens are not cached, so that a full cache of 1000 tokens stays below about 16 MB. */
const MAX_TOKEN_LENGTH = 4096

const NONE: PlaintextCache = Object.freeze({ get: () => undefined, set: () => undefined })

/**
 * Create a least-recently-used cache. Callers add only tokens that were opened or sealed, so an attacker cannot fill it with
 * forged tokens. It stores text instead of objects, so no caller can change the value of another.
 *
 * @param size the maximum number of tokens; 0 disables the cache
 */
export const createPlaintextCache = (size: number): PlaintextCache => {
  if (size < 1) return NONE
  const entries = new BoundedMap<string, string>(size)
  return {
    get: (token) => {
      const plaintext = entries.get(token)
      if (plaintext !== undefined) entries.renew(token, plaintext)
      return plaintext
    },
    set: (token, plaintext) => {
      if (token.length <= MAX_TOKEN_LENGTH) entries.renew(token, plaintext)
    },
  }
}
