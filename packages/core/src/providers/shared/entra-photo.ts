import { fromBase64url, fromUtf8, toBase64 } from '../../base/bytes.ts'
import { isObject, parseJson, type JsonObject } from '../../base/json.ts'
import type { UserinfoEndpointHandler } from '../../types/providers.ts'

/** The edge of a photo in pixels, as Microsoft Graph offers it. */
export type EntraPhotoSize = 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648

/** Read the claims of an ID token. The caller has verified its signature. */
const readClaims = (idToken: string): JsonObject => {
  const bytes = fromBase64url(idToken.split('.')[1] ?? '')
  const claims = bytes === null ? undefined : parseJson(fromUtf8(bytes))
  if (isObject(claims)) return claims
  throw new Error('Microsoft Entra ID sent an ID token without claims')
}

/** Fetch the photo. `undefined` if there is none or the request fails: a sign-in does not need a photo. */
const fetchPhoto = async (size: EntraPhotoSize, token: string, fetch: typeof globalThis.fetch) => {
  const url = `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  } catch {
    return undefined
  }
}

/** Read the claims of the ID token, which is already verified, and add the photo as `picture`, a `data:` URL. */
export const readWithPhoto =
  (size: EntraPhotoSize): NonNullable<UserinfoEndpointHandler['request']> =>
  async ({ tokens, fetch }) => {
    const photo = await fetchPhoto(size, tokens.access_token ?? '', fetch)
    const claims = readClaims(tokens.id_token ?? '')
    return photo === undefined ? claims : { ...claims, picture: `data:image/jpeg;base64,${toBase64(photo)}` }
  }
