/** The plaintexts of recently opened tokens. The caller must check whether a plaintext is still valid, such as its expiry. */
export interface PlaintextCache {
  /** The cached plaintext of the token, or `undefined`. */
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
  const entries = new Map<string, string>()
  const add = (token: string, plaintext: string): void => {
    // A map keeps its keys in insertion order, so the first key is the least recently used.
    entries.delete(token)
    entries.set(token, plaintext)
  }
  return {
    get: (token) => {
      const plaintext = entries.get(token)
      if (plaintext !== undefined) add(token, plaintext)
      return plaintext
    },
    set: (token, plaintext) => {
      if (token.length > MAX_TOKEN_LENGTH) return
      add(token, plaintext)
      if (entries.size <= size) return
      const oldest = entries.keys().next()
      if (oldest.done !== true) entries.delete(oldest.value)
    },
  }
}
