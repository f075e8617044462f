/** Sealed tokens that were opened before, with what was in them. Whether that is still valid is the caller's to check. */
export interface PlaintextCache {
  /** The plaintext of a token that was kept. */
  readonly get: (token: string) => string | undefined
  readonly set: (token: string, plaintext: string) => void
}

/** A token longer than this is not kept, so that a full cache of 1000 stays below some 16 MB. */
const LONGEST = 4096

const NONE: PlaintextCache = Object.freeze({ get: () => undefined, set: () => undefined })

/**
 * Keep the plaintexts of so many tokens, dropping the one that was not used for longest. Only what was opened or sealed
 * goes in, so a stranger can fill it with nothing, and text, not objects, so no caller changes what another one gets.
 * 0 keeps none.
 */
export const createPlaintextCache = (size: number): PlaintextCache => {
  if (size < 1) return NONE
  const kept = new Map<string, string>()
  const keep = (token: string, plaintext: string): void => {
    // A map lists its keys in the order they were set: the first one is the one that was not used for longest.
    kept.delete(token)
    kept.set(token, plaintext)
  }
  return {
    get: (token) => {
      const plaintext = kept.get(token)
      if (plaintext !== undefined) keep(token, plaintext)
      return plaintext
    },
    set: (token, plaintext) => {
      if (token.length > LONGEST) return
      keep(token, plaintext)
      if (kept.size <= size) return
      const oldest = kept.keys().next()
      if (oldest.done !== true) kept.delete(oldest.value)
    },
  }
}
