import { fromBase64url, fromUtf8, toBase64 } from '../../base/bytes.ts'
import { isObject, parseJson } from '../../base/json.ts'
import type { JsonObject } from '../../base/json.ts'
import type { UserinfoEndpointHandler } from '../../types/providers.ts'

/** Pixels of the edge of a photo that Microsoft Graph keeps. */
export type EntraPhotoSize = 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648

/** The claims of an ID token whose signature the caller has checked. */
const claimsOf = (idToken: string): JsonObject => {
  const bytes = fromBase64url(idToken.split('.')[1] ?? '')
  const claims = bytes === null ? undefined : parseJson(fromUtf8(bytes))
  if (isObject(claims)) return claims
  throw new Error('Microsoft Entra ID sent an ID token without claims')
}

/** A photo is no reason to turn somebody away: without one, or without an answer, there is none. */
const findPhoto = async (size: EntraPhotoSize, token: string, fetch: typeof globalThis.fetch) => {
  const url = `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}

/** The claims of the ID token, which was verified before userinfo is asked, and the photo as `picture`: a `data:` address. */
export const readWithPhoto =
  (size: EntraPhotoSize): NonNullable<UserinfoEndpointHandler['request']> =>
  async ({ tokens, fetch }) => {
    const photo = await findPhoto(size, tokens.access_token ?? '', fetch)
    const claims = claimsOf(tokens.id_token ?? '')
    return photo === undefined ? claims : { ...claims, picture: `data:image/jpeg;base64,${toBase64(photo)}` }
  }
