import type { Runtime } from '@authwright/core'

type CryptoEngine = Runtime['crypto']
type SealingKey = Awaited<ReturnType<CryptoEngine['gcmKey']>>

interface Seal {
  readonly key: SealingKey
  readonly header: string
  readonly plaintext: string
}

/** Records sealed values, so that a test can seal them again with other contents, as another version would. */
export const watchSeals = (engine: CryptoEngine) => {
  const seals = new Map<string, Seal>()
  const crypto: CryptoEngine = {
    ...engine,
    gcmKey: async (bytes) => {
      const key = await engine.gcmKey(bytes)
      const seal = async (header: string, plaintext: string): Promise<string> => {
        const body = await key.seal(header, plaintext)
        seals.set(body, { key, header, plaintext })
        return body
      }
      return { open: key.open, seal }
    },
  }
  return {
    crypto,
    /** The contents of a recorded value. */
    contents: (value: string): string | undefined => [...seals].find(([body]) => value.includes(body))?.[1].plaintext,
    /** Seals a recorded value with other contents. */
    reseal: async (value: string, plaintext: string): Promise<string> => {
      const found = [...seals].find(([body]) => value.includes(body))
      if (found === undefined) throw new Error('the value was not recorded')
      const [body, { key, header }] = found
      return value.replace(body, await key.seal(header, plaintext))
    },
  }
}
