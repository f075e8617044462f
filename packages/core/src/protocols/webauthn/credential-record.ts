import { fromBase64url } from '../../base/bytes.ts'
import { trimEnd } from '../../base/text.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'

/** How a client communicates with an authenticator (WebAuthn L3 §5.8.4). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]

const isTransport = (value: unknown): value is Transport => TRANSPORTS.some((transport) => transport === value)

/** The transports that the browser reported, as the database column stores them. Unknown values are dropped. */
export const formatTransports = (reported: unknown): string | undefined =>
  Array.isArray(reported) ? [...new Set(reported.filter(isTransport))].join(',') : undefined

const parseTransports = (stored: string | null | undefined): Transport[] | undefined => {
  const transports = (stored ?? '').split(',').filter(isTransport)
  return transports.length === 0 ? undefined : transports
}

/** Names a passkey to the browser (`PublicKeyCredentialDescriptorJSON`, WebAuthn L3 §5.8.3). */
export interface CredentialDescriptor {
  /** Base64url. */
  readonly id: string
  readonly transports?: Transport[]
}

/** Rows that other libraries wrote may hold base64 or base64url, with or without padding. */
const toUnpaddedBase64url = (text: string): string => trimEnd(text, '=').replaceAll('+', '-').replaceAll('/', '_')

/** The descriptors of stored passkeys. */
export const toDescriptors = (rows: readonly AdapterAuthenticator[]): CredentialDescriptor[] =>
  rows.map((row) => {
    const transports = parseTransports(row.transports)
    return { id: browserId(row), ...(transports === undefined ? {} : { transports }) }
  })

/** The credential ID of a stored passkey in base64url, as browsers write it. */
export const browserId = ({ credentialID }: Pick<AdapterAuthenticator, 'credentialID'>): string =>
  toUnpaddedBase64url(credentialID)

/** The bytes of the stored public key, or `null` if the column does not hold base64. */
export const readStoredKey = ({ credentialPublicKey }: AdapterAuthenticator): Uint8Array<ArrayBuffer> | null =>
  fromBase64url(toUnpaddedBase64url(credentialPublicKey))
