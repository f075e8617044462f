import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import { readWithPhoto, type EntraPhotoSize } from './shared/entra-photo.ts'
import icon from './icons/microsoft-entra-id-icon.ts'

/** The claims of Entra's ID token. */
export interface MicrosoftEntraIDProfile extends OIDCProfile {
  /** Different for each application. `oid` and `tid` together identify the user across applications. */
  sub: string
  oid?: string
  /** The tenant id. */
  tid: string
  /**
   * An optional claim: whether the owner of the e-mail address's domain is verified. The app registration must request
   * it.
   */
  xms_edov?: boolean
  ver?: string
  /** The identity provider that authenticated the user. */
  idp?: string
  aio?: string
  rh?: string
  uti?: string
  roles?: string[]
  /** The ids of the user's groups; with many groups `hasgroups` is set instead. */
  groups?: string[]
  hasgroups?: boolean
  /** Optional claims: the app registration must request them. */
  acct?: 0 | 1
  acrs?: string | string[]
  ctry?: string
  fwd?: string
  in_corp?: string
  ipaddr?: string
  login_hint?: string
  onprem_sid?: string
  pwd_exp?: number
  pwd_url?: string
  tenant_ctry?: string
  tenant_region_scope?: string
  upn?: string
  verified_primary_email?: string[]
  verified_secondary_email?: string[]
  vnet?: string
  xms_cc?: string | string[]
  xms_pdl?: string
  xms_pl?: string
  xms_tpl?: string
  ztdid?: string
}

/**
 * Options of the Entra entry.
 * @example const options: MicrosoftEntraIDUserConfig = { tenantId: 'example.onmicrosoft.com', profilePhotoSize: 48 }
 */
export type MicrosoftEntraIDUserConfig<P = MicrosoftEntraIDProfile> = OIDCUserConfig<P> & {
  /**
   * The tenant whose users can sign in: its id, one of its domains, or `organizations` for all tenants. `next-auth` 4
   * has the same option. You can set `issuer` instead.
   * @example tenantId: 'example.onmicrosoft.com'
   */
  tenantId?: string | undefined
  /**
   * Requests the user's photo in this size (pixels) from Microsoft Graph at each sign-in. The photo has no URL, so it
   * is not the user's `image`. Callbacks and events find it as `picture` in the profile: a `data:` URL of some
   * kilobytes that the application can store.
   * @example profilePhotoSize: 48
   */
  profilePhotoSize?: EntraPhotoSize
}

/** Microsoft Graph returns the photo only to a token with the scope `User.Read`. */
const photoOptions = (size: EntraPhotoSize): Partial<OIDCConfig<MicrosoftEntraIDProfile>> => ({
  authorization: { params: { scope: 'openid profile email User.Read' } },
  idToken: false,
  userinfo: { request: readWithPhoto(size) },
})

const HOST = 'https://login.microsoftonline.com'

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The expected issuer of ID tokens, or the URL of the discovery document that names it. */
interface Server {
  readonly issuer?: string
  readonly wellKnown?: string
}

/**
 * For a tenant id the issuer is known. For a domain it is read from the discovery document, where it contains the
 * tenant id.
 */
const serverOf = (tenantId: string): Server => {
  const issuer = `${HOST}/${encodeURIComponent(tenantId.toLowerCase())}/v2.0`
  const hasKnownIssuer = tenantId === 'common' || ID.test(tenantId)
  return hasKnownIssuer ? { issuer } : { wellKnown: `${issuer}/.well-known/openid-configuration` }
}

/**
 * Sets the issuer as an option, so that the environment does not replace it. An `issuer` or `wellKnown` option takes
 * precedence.
 */
const withTenant = <P>(options: MicrosoftEntraIDUserConfig<P>, server: Server): MicrosoftEntraIDUserConfig<P> => {
  const { issuer = server.issuer, wellKnown = server.wellKnown } = options
  return { ...options, ...(issuer === undefined ? {} : { issuer }), ...(wellKnown === undefined ? {} : { wellKnown }) }
}

/**
 * Microsoft Entra ID. Without `issuer` or `tenantId`, every user with a Microsoft account of any organization can sign
 * in. To allow one tenant, set `issuer` (`AUTH_MICROSOFT_ENTRA_ID_ISSUER`) to
 * `https://login.microsoftonline.com/<tenant>/v2.0`, or set `tenantId`. An administrator can enter any e-mail address,
 * so it counts as verified only with the optional claim `xms_edov`. To call Microsoft Graph with the access token, add
 * the scope `User.Read`. Source: https://learn.microsoft.com/en-us/entra/identity-platform/optional-claims-reference,
 * 2026-11-21.
 * @example
 * // with AUTH_MICROSOFT_ENTRA_ID_ID and AUTH_MICROSOFT_ENTRA_ID_SECRET set; the callback is /auth/callback/microsoft-entra-id
 * import MicrosoftEntraID from '@authwright/core/providers/microsoft-entra-id'
 * const config = { providers: [MicrosoftEntraID] }
 */
export const MicrosoftEntraID = <P extends MicrosoftEntraIDProfile = MicrosoftEntraIDProfile>(
  options: MicrosoftEntraIDUserConfig<P> = {},
): OIDCConfig<P> => ({
  id: 'microsoft-entra-id',
  name: 'Microsoft Entra ID',
  type: 'oidc',
  ...(options.tenantId === undefined ? serverOf('common') : {}),
  // The issuer of `common` has the placeholder `{tenantid}`, which the `tid` claim fills.
  issuerClaims: { tenantid: 'tid' },
  ...(options.profilePhotoSize === undefined ? {} : photoOptions(options.profilePhotoSize)),
  emailVerified: (profile) => profile.xms_edov === true,
  style: { bg: '#fff', text: '#5e5e5e' },
  icon,
  options: options.tenantId === undefined ? options : withTenant(options, serverOf(options.tenantId)),
})

export default MicrosoftEntraID
