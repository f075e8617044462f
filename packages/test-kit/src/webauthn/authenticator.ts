import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type CborInput = Parameters<typeof isoCBOR.encode>[0]

/** The ceremony options from the server, as far as an authenticator uses them. */
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

/** Changes to an honest response: what a malicious or broken authenticator or browser sends. */
export interface ResponseChanges {
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

const decode = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')

const toCoseKey = (alg: number, key: KeyObject): Map<number, CborInput> => {
  const jwk = key.export({ format: 'jwk' })
  if (alg === -7)
    return new Map<number, CborInput>([
      [1, 2],
      [3, alg],
      [-1, 1],
      [-2, decode(jwk.x)],
      [-3, decode(jwk.y)],
    ])
  if (alg === -8)
    return new Map<number, CborInput>([
      [1, 1],
      [3, alg],
      [-1, 6],
      [-2, decode(jwk.x)],
    ])
  return new Map<number, CborInput>([
    [1, 3],
    [3, alg],
    [-1, decode(jwk.n)],
    [-2, decode(jwk.e)],
  ])
}

const generateKeys = (alg: number) => {
  if (alg === -7) return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (alg === -8) return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

export const signWith = (key: KeyObject, data: Uint8Array): Buffer =>
  sign(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key)

/** Encode CBOR. The library needs plain bytes without an offset into Node's buffer pool. */
export const encodeCbor = (value: CborInput): Buffer => Buffer.from(isoCBOR.encode(value))

const toPlainBytes = (bytes: Buffer): Uint8Array => new Uint8Array(bytes)

/** The COSE algorithm of a passkey, the origin of its browser, its backup eligibility and its credential ID. */
export interface PasskeyOptions {
  readonly alg?: number
  readonly origin?: string
  readonly be?: boolean
  readonly id?: Buffer
  /** The model. Default: it says nothing. */
  readonly aaguid?: string
  /** Whether it is part of the device. Default: the browser does not say. */
  readonly attachment?: 'platform' | 'cross-platform'
}

/** A passkey in a software authenticator. */
export class Passkey {
  readonly id: Buffer
  readonly alg: number
  readonly privateKey: KeyObject
  readonly publicKey: Map<number, CborInput>
  counter = 0
  /** Synchronized passkeys do not count: their counter is always 0. */
  counts = true
  userHandle: string | undefined
  readonly origin: string
  readonly be: boolean
  private readonly aaguid: Buffer
  private readonly attachment: { readonly authenticatorAttachment?: string }

  constructor({ alg = -7, origin = 'https://app.example.com', be = false, ...options }: PasskeyOptions = {}) {
    const { id, aaguid = '0'.repeat(32), attachment } = options
    const pair = generateKeys(alg)
    this.alg = alg
    this.id = id ?? randomBytes(32)
    this.origin = origin
    this.be = be
    this.aaguid = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
    this.attachment = attachment === undefined ? {} : { authenticatorAttachment: attachment }
    this.privateKey = pair.privateKey
    this.publicKey = toCoseKey(alg, pair.publicKey)
    for (const [name, value] of this.publicKey)
      if (Buffer.isBuffer(value)) this.publicKey.set(name, toPlainBytes(value))
  }

  private client(type: string, { challenge }: Options, changes: ResponseChanges): Uint8Array {
    const data = {
      type: changes.type ?? type,
      challenge: changes.challenge ?? challenge,
      origin: changes.origin ?? this.origin,
      crossOrigin: false,
      ...changes.client,
    }
    const text = JSON.stringify(data)
    const out = changes.clientText?.(text) ?? text
    return typeof out === 'string' ? Buffer.from(out) : out
  }

  private data(rpId: string, changes: ResponseChanges, attested: Buffer | undefined): Buffer {
    const { up = true, uv = true, be = this.be, bs = this.be } = changes
    const bits = (up ? 1 : 0) | (uv ? 4 : 0) | (be ? 8 : 0) | (bs ? 16 : 0) | (attested === undefined ? 0 : 64)
    const head = Buffer.alloc(5)
    head[0] = changes.flags ?? bits
    if (this.counts) this.counter += 1
    head.writeUInt32BE(changes.counter ?? this.counter, 1)
    const bytes = Buffer.concat([changes.rpIdHash ?? sha256(rpId), head, attested ?? Buffer.alloc(0)])
    return changes.authData?.(bytes) ?? bytes
  }

  /** The response of `navigator.credentials.create` as JSON for the field `data`. */
  register(options: Options, changes: ResponseChanges = {}): string {
    const client = this.client('webauthn.create', options, changes)
    const id = changes.credentialId ?? this.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([this.aaguid, length, id, encodeCbor(changes.publicKey ?? this.publicKey)])
    const authData = this.data(options.rp?.id ?? '', changes, attested)
    const statement =
      changes.statement?.(Buffer.concat([authData, sha256(client)]), this.privateKey) ?? new Map<string, CborInput>()
    const object = new Map<string, CborInput>([
      ['fmt', changes.fmt ?? 'none'],
      ['attStmt', statement],
      ['authData', toPlainBytes(authData)],
    ])
    const attestation = encodeCbor(object)
    this.userHandle = options.user?.id
    const text = id.toString('base64url')
    return JSON.stringify({
      id: changes.id ?? text,
      rawId: changes.rawId ?? changes.id ?? text,
      type: changes.credentialType ?? 'public-key',
      response: {
        clientDataJSON: Buffer.from(client).toString('base64url'),
        attestationObject: (changes.attestation?.(attestation) ?? attestation).toString('base64url'),
        transports: changes.transports ?? ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
      ...this.attachment,
    })
  }

  /** The response of `navigator.credentials.get` as JSON for the field `data`. */
  assert(options: Options, changes: ResponseChanges = {}): string {
    const client = this.client('webauthn.get', options, changes)
    const authData = this.data(options.rpId ?? '', changes, undefined)
    const signature = signWith(changes.key ?? this.privateKey, Buffer.concat([authData, sha256(client)]))
    const text = (changes.credentialId ?? this.id).toString('base64url')
    const handle = changes.userHandle === undefined ? this.userHandle : changes.userHandle
    return JSON.stringify({
      id: changes.id ?? text,
      rawId: changes.rawId ?? changes.id ?? text,
      type: changes.credentialType ?? 'public-key',
      response: {
        clientDataJSON: Buffer.from(client).toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: (changes.signature?.(signature) ?? signature).toString('base64url'),
        ...(handle === null ? {} : { userHandle: handle }),
      },
      clientExtensionResults: {},
      ...this.attachment,
    })
  }
}
