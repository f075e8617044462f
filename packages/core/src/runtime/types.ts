import type { CryptoEngine } from './engine.ts'

/** The access of this library to the outside: clock, timers, random bytes, network and console. Tests pass their own. */
export interface Runtime {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Call `work` once after some milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Random bytes from a cryptographic source. */
  readonly random: (length: number) => Uint8Array<ArrayBuffer>
  /** Sends every outbound call, unless a provider has its own `customFetch`. */
  readonly fetch: typeof fetch
  readonly crypto: CryptoEngine
  /** The output of the default logger. */
  readonly console: Readonly<Record<'error' | 'warn' | 'debug', (...parts: unknown[]) => void>>
}
