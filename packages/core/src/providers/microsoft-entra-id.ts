import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import { readWithPhoto, type EntraPhotoSize } from './parts/entra-photo.ts'

/** The claims of Entra's ID token. */
export interface MicrosoftEntraIDProfile extends Profile {
  /** Another one for each application; `oid` with `tid` is the person across applications. */
  sub: string
  oid?: string
  /** The tenant. */
  tid: string
  /** An optional claim that the application's registration has to ask for: the owner of the address's domain is verified. */
  xms_edov?: boolean
}

/** Options of the Entra entry. */
export type MicrosoftEntraIDUserConfig = OIDCUserConfig<MicrosoftEntraIDProfile> & {
  /**
   * Whose people may come: the tenant by its id or by one of its domains, or `organizations` for all of them. `next-auth` 4 named it
   * so; an `issuer` says the same.
   */
  tenantId?: string | undefined
  /**
   * Ask Microsoft Graph at each sign-in for the person's photo in this size. It has no address of its own, so it does not
   * become the user's `image`: callbacks and events find it in the profile's `picture`, as a `data:` address of some
   * kilobytes, to keep where they like.
   */
  profilePhotoSize?: EntraPhotoSize
}

/** Graph gives the photo for a token of scope `User.Read` only. */
const asking = (size: EntraPhotoSize): Partial<OIDCConfig<MicrosoftEntraIDProfile>> => ({
  authorization: { params: { scope: 'openid profile email User.Read' } },
  idToken: false,
  userinfo: { request: readWithPhoto(size) },
})

const HOST = 'https://login.microsoftonline.com'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Who an ID token has to name, or who says that. */
interface Server {
  readonly issuer?: string
  readonly wellKnown?: string
}

/** The document of a tenant that is named in another way names the tenant by its id, so it says itself who its issuer is. */
const serverOf = (tenantId: string): Server => {
  const issuer = `${HOST}/${encodeURIComponent(tenantId.toLowerCase())}/v2.0`
  const isNamed = tenantId === 'common' || ID.test(tenantId)
  return isNamed ? { issuer } : { wellKnown: `${issuer}/.well-known/openid-configuration` }
}

/** The owner's word like any other option of theirs: the environment does not replace it. An option left open says nothing. */
const withTenant = (options: MicrosoftEntraIDUserConfig, server: Server): MicrosoftEntraIDUserConfig => {
  const { issuer = server.issuer, wellKnown = server.wellKnown } = options
  return { ...options, ...(issuer === undefined ? {} : { issuer }), ...(wellKnown === undefined ? {} : { wellKnown }) }
}

/**
 * Microsoft Entra ID. Without `issuer` or `tenantId` everybody with a Microsoft account may come, of every organisation; for
 * one tenant set `issuer` (`AUTH_MICROSOFT_ENTRA_ID_ISSUER`) to `https://login.microsoftonline.com/<tenant>/v2.0`, or
 * `tenantId`. An administrator writes any address into an account, so one counts as verified only with the optional claim
 * `xms_edov`. To call Microsoft Graph with the access token, add the scope `User.Read`. Source: https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference, 2026-11-21.
 */
export const MicrosoftEntraID = (options: MicrosoftEntraIDUserConfig = {}): OIDCConfig<MicrosoftEntraIDProfile> => ({
  id: 'microsoft-entra-id',
  name: 'Microsoft Entra ID',
  type: 'oidc',
  ...(options.tenantId === undefined ? serverOf('common') : {}),
  // `common` publishes an issuer with a gap, which the token's own tenant fills.
  issuerClaims: { tenantid: 'tid' },
  ...(options.profilePhotoSize === undefined ? {} : asking(options.profilePhotoSize)),
  emailVerified: (profile) => profile.xms_edov === true,
  style: { bg: '#0072c6', text: '#fff' },
  options: options.tenantId === undefined ? options : withTenant(options, serverOf(options.tenantId)),
})

export default MicrosoftEntraID
