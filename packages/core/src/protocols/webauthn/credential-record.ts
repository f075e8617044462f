import { trimEnd } from '../../base/trim-end.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import { fromAnyBase64 } from './encoding.ts'

/** How a device carries its words to a browser (WebAuthn L3 §5.8.4). */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof TRANSPORTS)[number]

const isTransport = (text: unknown): text is Transport => TRANSPORTS.some((known) => known === text)

/** The transports that a browser names, as a database keeps them. What is no transport is the browser's imagination. */
export const writeTransports = (named: unknown): string | undefined =>
  Array.isArray(named) ? [...new Set(named.filter(isTransport))].join(',') : undefined

const readTransports = (kept: string | null | undefined): Transport[] | undefined => {
  const known = (kept ?? '').split(',').filter(isTransport)
  return known.length === 0 ? undefined : known
}

/** What tells a browser which passkey is meant (WebAuthn L3 §5.8.3). */
export interface Descriptor {
  /** Base64url. */
  readonly id: string
  readonly transports?: Transport[]
}

const base64url = (text: string): string => trimEnd(text, '=').replaceAll('+', '-').replaceAll('/', '_')

/** The passkeys of a user as a browser is told of them. */
export const toDescriptors = (rows: readonly AdapterAuthenticator[]): Descriptor[] =>
  rows.map(({ credentialID, transports }) => {
    const known = readTransports(transports)
    return { id: base64url(credentialID), ...(known === undefined ? {} : { transports: known }) }
  })

/** A stored passkey as a browser names it: base64url. */
export const browserId = ({ credentialID }: Pick<AdapterAuthenticator, 'credentialID'>): string =>
  base64url(credentialID)

/** The stored public key, or `null` when it is none. */
export const storedKey = ({ credentialPublicKey }: AdapterAuthenticator): Uint8Array<ArrayBuffer> | null =>
  fromAnyBase64(credentialPublicKey)
