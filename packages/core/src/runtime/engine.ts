import type { Awaitable } from '../base/async.ts'

/**
 * The access of this library to the outside. Tests pass their own.
 * @example const runtime: Runtime = { ...defaultRuntime, now: () => Date.parse('2027-01-01') }
 */
export interface Runtime {
  /**
   * Milliseconds since the epoch.
   * @example now: () => Date.parse('2027-01-01')
   */
  readonly now: () => number
  /**
   * Call `work` once after some milliseconds. Returns a function that cancels it.
   * @example
   * after: (milliseconds, work) => {
   *   const timer = setTimeout(work, milliseconds)
   *   return () => clearTimeout(timer)
   * }
   */
  readonly after: (milliseconds: number, work: () => void) => () => void
  /**
   * Random bytes from a cryptographic source.
   * @example random: (length) => crypto.getRandomValues(new Uint8Array(length))
   */
  readonly random: (length: number) => Uint8Array<ArrayBuffer>
  /**
   * Sends every outbound call, unless a provider has its own `customFetch`.
   * @example fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(5000) })
   */
  readonly fetch: typeof fetch
  /**
   * Random numbers and Web Crypto.
   * @example crypto: defaultRuntime.crypto
   */
  readonly crypto: CryptoEngine
  /**
   * The output of the default logger.
   * @example console: { error: console.error, warn: console.warn, debug: () => undefined }
   */
  readonly console: Readonly<Record<'error' | 'warn' | 'debug', (...parts: unknown[]) => void>>
  /**
   * Whether the console is a terminal that shows colors. @default false
   * @example hasColors: process.stdout.isTTY
   */
  readonly hasColors?: boolean
  /**
   * Whether this is a development server, whose error pages show the developer what failed. @default false
   * @example isDevelopment: process.env.NODE_ENV === 'development'
   */
  readonly isDevelopment?: boolean
  /**
   * Records a decision of a request. `facts` have no secrets. Left out where decisions are not recorded.
   * @example trace: (step, facts) => console.debug(step, facts)
   */
  readonly trace?: (step: string, facts: Readonly<Record<string, unknown>>) => void
}

const sources = new WeakMap<Runtime, Runtime>()

/** The runtime of one request that records its decisions. */
export const recordingRuntime = (runtime: Runtime, trace: NonNullable<Runtime['trace']>): Runtime => {
  const recording: Runtime = { ...runtime, trace }
  sources.set(recording, runtime)
  return recording
}

/** The runtime that all requests share: caches belong to it. */
export const sharedRuntime = (runtime: Runtime): Runtime => sources.get(runtime) ?? runtime

/** A key that decrypts a JWE (RFC 7516 §5.2). It takes base64url, which an engine decodes faster than shared code. */
export interface OpeningKey {
  /** The plaintext, or `null` if a part is malformed or not authentic. Never throws. */
  readonly open: (header: string, iv: string, ciphertext: string, tag: string) => Awaitable<string | null>
}

/** An imported key that encrypts (RFC 7516 §5.1) and decrypts. */
export interface SealingKey extends OpeningKey {
  /** Encrypt with a random IV, with `header` as additional authenticated data. Returns `<iv>.<ciphertext>.<tag>`. */
  readonly seal: (header: string, plaintext: string) => Awaitable<string>
}

export interface MacKey {
  /** In lower-case hexadecimal. */
  readonly mac: (text: string) => Awaitable<string>
}

/** Cryptographic functions. With `node:crypto` they are synchronous; with Web Cryptography they return promises. */
export interface CryptoEngine {
  readonly name: 'node' | 'web'
  /** `length` bytes of HKDF-SHA-256 (RFC 5869). `secret` is the input keying material. The texts are UTF-8. */
  readonly derive: (
    from: Readonly<Record<'secret' | 'salt' | 'info', string>> & { readonly length: 32 | 64 },
  ) => Awaitable<Uint8Array<ArrayBuffer>>
  /** AES-256-GCM (RFC 7518 §5.3) under a key of 32 bytes. */
  readonly gcmKey: (bytes: Uint8Array<ArrayBuffer>) => Awaitable<SealingKey>
  /** HMAC-SHA-256 under a key of 32 bytes. */
  readonly macKey: (bytes: Uint8Array<ArrayBuffer>) => Awaitable<MacKey>
  /** SHA-256 of the UTF-8 bytes, as base64url. */
  readonly sha256: (text: string) => Awaitable<string>
}

/** RFC 7518 §5.3: the bytes of the IV and the tag. */
export const GCM = { iv: 12, tag: 16 }

/** Decode the parts of a token. `null` if `decode` refuses one of them, or if the IV or the tag has another length. */
export const decodeParts = <Bytes extends Uint8Array>(
  decode: (text: string) => Bytes | null,
  [ivText, ciphertextText, tagText]: readonly [iv: string, ciphertext: string, tag: string],
  sizes: { readonly iv: number; readonly tag: number } = GCM,
): { readonly iv: Bytes; readonly ciphertext: Bytes; readonly tag: Bytes } | null => {
  const [iv, ciphertext, tag] = [decode(ivText), decode(ciphertextText), decode(tagText)]
  if (iv?.length !== sizes.iv || tag?.length !== sizes.tag || ciphertext === null) return null
  return { iv, ciphertext, tag }
}

/** Wait for `work`, but throw `timeoutError()` after `milliseconds`. A later result or error of `work` is ignored. */
export const withTimeout = <Value>(
  after: Runtime['after'],
  milliseconds: number,
  work: PromiseLike<Value>,
  timeoutError: () => Error,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const cancel = after(milliseconds, () => reject(timeoutError()))
    void work.then(resolve, reject).then(cancel)
  })

export const pause = (after: Runtime['after'], milliseconds: number): Promise<void> =>
  new Promise((resolve) => void after(milliseconds, resolve))
