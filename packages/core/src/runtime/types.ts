import type { CryptoEngine } from './engine.ts'

/** All that touches the world. Tests hand in another one. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Calls back once, after so many milliseconds; what it answers calls that off. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** So many bytes from a cryptographic source. */
  readonly random: (length: number) => Uint8Array<ArrayBuffer>
  /** Every outbound call goes through it, unless a provider brings its own `customFetch`. */
  readonly fetch: typeof fetch
  readonly crypto: CryptoEngine
  /** Where the default logger writes. */
  readonly console: Readonly<Record<'error' | 'warn' | 'debug', (...parts: unknown[]) => void>>
}
