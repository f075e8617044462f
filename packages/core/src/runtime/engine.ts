import type { Awaitable } from '../base/awaitable.ts'

/**
 * A key made ready once, which opens the content of a JWE (RFC 7516 §5.2). The parts of a token go in as the base64url
 * texts that stand in it, because an engine decodes them faster than anybody above it could.
 */
export interface OpeningKey {
  /** The text, or `null` when a part is malformed or anything was changed. Never throws. */
  readonly open: (header: string, iv: string, ciphertext: string, tag: string) => Awaitable<string | null>
}

/** A key made ready once, which seals (RFC 7516 §5.1) and opens. */
export interface SealingKey extends OpeningKey {
  /** `<iv>.<ciphertext>.<tag>` of the text, under a fresh random IV; `header` is authenticated with it. */
  readonly seal: (header: string, plaintext: string) => Awaitable<string>
}

/** A key made ready once, for HMAC-SHA-256. */
export interface MacKey {
  /** Lower-case hexadecimal. */
  readonly mac: (text: string) => Awaitable<string>
}

/** The bytes that come out of HKDF (RFC 5869) are a function of all of these. */
export interface Derivation {
  /** The input keying material; its UTF-8 bytes count. */
  readonly secret: string
  readonly salt: string
  readonly info: string
  /** Bytes wanted. */
  readonly length: 32 | 64
}

/**
 * The cryptography of the house. Where `node:crypto` is to be had its methods answer at once; elsewhere they answer with
 * a promise.
 */
export interface CryptoEngine {
  readonly name: 'node' | 'web'
  /** HKDF-SHA-256 (RFC 5869). */
  readonly derive: (from: Derivation) => Awaitable<Uint8Array<ArrayBuffer>>
  /** AES-256-GCM (RFC 7518 §5.3) under a key of 32 bytes. */
  readonly gcmKey: (bytes: Uint8Array<ArrayBuffer>) => Awaitable<SealingKey>
  /** AES-256-CBC with HMAC-SHA-512 (RFC 7518 §5.2.5) under a key of 64 bytes. Tokens of others are opened, none is made. */
  readonly cbcKey: (bytes: Uint8Array<ArrayBuffer>) => Awaitable<OpeningKey>
  /** HMAC-SHA-256 under a key of 32 bytes. */
  readonly macKey: (bytes: Uint8Array<ArrayBuffer>) => Awaitable<MacKey>
  /** SHA-256 of the UTF-8 bytes, as base64url. */
  readonly sha256: (text: string) => Awaitable<string>
}
