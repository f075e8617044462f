import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type CborInput = Parameters<typeof isoCBOR.encode>[0]

/** The options that a server sends, as far as an authenticator minds them. */
export interface Options {
  readonly challenge: string
  readonly rp?: { readonly id: string; readonly name: string }
  readonly rpId?: string
  readonly user?: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly userVerification?: string
  readonly timeout?: number
  readonly attestation?: string
  readonly authenticatorSelection?: Readonly<Record<string, unknown>>
  readonly pubKeyCredParams?: readonly { readonly alg: number }[]
  readonly excludeCredentials?: readonly { readonly id: string }[]
  readonly allowCredentials?: readonly { readonly id: string }[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** What a dishonest or broken authenticator or browser does otherwise. */
export interface Twist {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly client?: Readonly<Record<string, unknown>>
  readonly clientText?: (text: string) => string | Uint8Array
  readonly rpIdHash?: Buffer
  readonly up?: boolean
  readonly uv?: boolean
  readonly be?: boolean
  readonly bs?: boolean
  readonly flags?: number
  readonly counter?: number
  readonly authData?: (bytes: Buffer) => Buffer
  readonly publicKey?: CborInput
  readonly credentialId?: Buffer
  readonly id?: string
  readonly rawId?: string
  readonly credentialType?: string
  readonly fmt?: string
  readonly statement?: (signed: Buffer, key: KeyObject) => Map<string, CborInput>
  readonly attestation?: (bytes: Buffer) => Buffer
  readonly signature?: (bytes: Buffer) => Buffer
  readonly userHandle?: string | null
  readonly transports?: readonly string[]
  readonly key?: KeyObject
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const bytesOf = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

const coseOf = (alg: number, key: KeyObject): Map<number, CborInput> => {
  const jwk = key.export({ format: 'jwk' })
  if (alg === -7)
    return new Map<number, CborInput>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, bytesOf(jwk.x)],
      [-3, bytesOf(jwk.y)],
    ])
  if (alg === -8)
    return new Map<number, CborInput>([
      [1, 1],
      [3, alg],
      [-1, 6],
      [-2, bytesOf(jwk.x)],
    ])
  return new Map<number, CborInput>([
    [1, 3],
    [3, alg],
    [-1, bytesOf(jwk.n)],
    [-2, bytesOf(jwk.e)],
  ])
}

const pairOf = (alg: number) => {
  if (alg === -7) return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (alg === -8) return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

export const signWith = (key: KeyObject, data: Uint8Array): Buffer =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key)

/** Encode for an authenticator: plain bytes, no views of Node's own pool. */
export const encode = (value: CborInput): Buffer => Buffer.from(isoCBOR.encode(value))

const plain = (bytes: Buffer): Uint8Array => new Uint8Array(bytes)

/** What a passkey is like: its COSE algorithm, the origin of its browser, whether it can be backed up. */
export interface Model {
  readonly alg?: number
  readonly origin?: string
  readonly be?: boolean
  readonly id?: Buffer
}

/** One passkey in a software authenticator: a key, an id, and a counter. */
export class Passkey {
  readonly id: Buffer
  readonly alg: number
  readonly privateKey: KeyObject
  readonly publicKey: Map<number, CborInput>
  counter = 0
  /** What synchronised passkeys do: always 0. */
  counts = true
  userHandle: string | undefined
  readonly origin: string
  readonly be: boolean

  constructor({ alg = -7, origin = 'https://app.example.com', be = false, id }: Model = {}) {
    const pair = pairOf(alg)
    this.alg = alg
    this.id = id ?? randomBytes(32)
    this.origin = origin
    this.be = be
    this.privateKey = pair.privateKey
    this.publicKey = coseOf(alg, pair.publicKey)
    for (const [name, value] of this.publicKey) if (Buffer.isBuffer(value)) this.publicKey.set(name, plain(value))
  }

  private client(type: string, { challenge }: Options, twist: Twist): Uint8Array {
    const data = {
      type: twist.type ?? type,
      challenge: twist.challenge ?? challenge,
      origin: twist.origin ?? this.origin,
      crossOrigin: false,
      ...twist.client,
    }
    const text = JSON.stringify(data)
    const out = twist.clientText?.(text) ?? text
    return typeof out === 'string' ? Buffer.from(out) : out
  }

  private data(rpId: string, twist: Twist, attested: Buffer | undefined): Buffer {
    const { up = true, uv = true, be = this.be, bs = this.be } = twist
    const bits = (up ? 1 : 0) | (uv ? 4 : 0) | (be ? 8 : 0) | (bs ? 16 : 0) | (attested === undefined ? 0 : 64)
    const head = Buffer.alloc(5)
    head[0] = twist.flags ?? bits
    if (this.counts) this.counter += 1
    head.writeUInt32BE(twist.counter ?? this.counter, 1)
    const bytes = Buffer.concat([twist.rpIdHash ?? sha256(rpId), head, attested ?? Buffer.alloc(0)])
    return twist.authData?.(bytes) ?? bytes
  }

  /** The answer of `navigator.credentials.create`, as the field `data` carries it. */
  register(options: Options, twist: Twist = {}): string {
    const client = this.client('webauthn.create', options, twist)
    const id = twist.credentialId ?? this.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, encode(twist.publicKey ?? this.publicKey)])
    const authData = this.data(options.rp?.id ?? '', twist, attested)
    const statement =
      twist.statement?.(Buffer.concat([authData, sha256(client)]), this.privateKey) ?? new Map<string, CborInput>()
    const object = new Map<string, CborInput>([
      ['fmt', twist.fmt ?? 'none'],
      ['attStmt', statement],
      ['authData', plain(authData)],
    ])
    const attestation = encode(object)
    this.userHandle = options.user?.id
    const text = id.toString('base64url')
    return JSON.stringify({
      id: twist.id ?? text,
      rawId: twist.rawId ?? twist.id ?? text,
      type: twist.credentialType ?? 'public-key',
      response: {
        clientDataJSON: Buffer.from(client).toString('base64url'),
        attestationObject: (twist.attestation?.(attestation) ?? attestation).toString('base64url'),
        transports: twist.transports ?? ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
    })
  }

  /** The answer of `navigator.credentials.get`, as the field `data` carries it. */
  assert(options: Options, twist: Twist = {}): string {
    const client = this.client('webauthn.get', options, twist)
    const authData = this.data(options.rpId ?? '', twist, undefined)
    const signature = signWith(twist.key ?? this.privateKey, Buffer.concat([authData, sha256(client)]))
    const text = (twist.credentialId ?? this.id).toString('base64url')
    const handle = twist.userHandle === undefined ? this.userHandle : twist.userHandle
    return JSON.stringify({
      id: twist.id ?? text,
      rawId: twist.rawId ?? twist.id ?? text,
      type: twist.credentialType ?? 'public-key',
      response: {
        clientDataJSON: Buffer.from(client).toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: (twist.signature?.(signature) ?? signature).toString('base64url'),
        ...(handle === null ? {} : { userHandle: handle }),
      },
      clientExtensionResults: {},
    })
  }
}
