import { createHash } from 'node:crypto'

/** SHA-256, base64url: the PKCE challenge of a verifier. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('base64url')
