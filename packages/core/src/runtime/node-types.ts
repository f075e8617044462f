/** The used parts of `node:crypto` and `node:buffer`. Core is compiled without the types of Node. */

/** A `Buffer`. */
export interface NodeBytes extends Uint8Array<ArrayBuffer> {
  toString(encoding?: 'utf8' | 'base64url'): string
}

/** A `KeyObject`. Parsing raw bytes at each call costs more than the encryption itself. */
export interface NodeKey {
  readonly type: string
}

interface NodeCipher {
  setAAD(data: Uint8Array): unknown
  update(data: string, from: 'utf8'): NodeBytes
  final(): NodeBytes
  getAuthTag(): NodeBytes
}

interface NodeDecipher {
  setAAD(data: Uint8Array): unknown
  setAuthTag(tag: Uint8Array): unknown
  update(data: Uint8Array): NodeBytes
  final(): NodeBytes
}

interface NodeHash {
  update(data: string, from: 'utf8'): NodeHash
  digest(to: 'hex' | 'base64url'): string
}

export interface NodeCrypto {
  createSecretKey(key: Uint8Array): NodeKey
  createCipheriv(name: 'aes-256-gcm', key: NodeKey, iv: Uint8Array, options: { authTagLength: number }): NodeCipher
  createDecipheriv(name: 'aes-256-gcm', key: NodeKey, iv: Uint8Array, options: { authTagLength: number }): NodeDecipher
  createHash(name: 'sha256'): NodeHash
  createHmac(name: 'sha256', key: NodeKey): NodeHash
  hkdfSync(hash: 'sha256', ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer
  randomBytes(length: number): NodeBytes
}

export interface NodeBuffer {
  readonly Buffer: {
    from(text: string, encoding: 'base64url' | 'latin1'): NodeBytes
    concat(parts: readonly Uint8Array[]): NodeBytes
  }
}

/** The modules that the engine uses. */
export interface NodeModules {
  readonly crypto: NodeCrypto
  readonly buffer: NodeBuffer
}
