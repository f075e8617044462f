import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/orcid-icon.ts'

/** The claims of ORCID's ID token. It has no e-mail address. */
export interface OrcidProfile extends OIDCProfile {
  /** The ORCID iD, such as `0000-0002-1825-0097`. */
  sub: string
}

/**
 * ORCID. The only scope for a sign-in is `openid`, and there is no e-mail address. For the test server, set `issuer` to
 * `https://sandbox.orcid.org`. Source: https://info.orcid.org/ufaqs/what-is-openid and
 * https://github.com/ORCID/ORCID-Source/blob/main/orcid-web/ORCID_AUTH_WITH_OPENID_CONNECT.md, 2026-11-21.
 * @example
 * // with AUTH_ORCID_ID and AUTH_ORCID_SECRET set; the callback is /auth/callback/orcid
 * import Orcid from '@authwright/core/providers/orcid'
 * const config = { providers: [Orcid] }
 */
export const Orcid = <P extends OrcidProfile = OrcidProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'orcid',
  name: 'ORCID',
  type: 'oidc',
  issuer: 'https://orcid.org',
  authorization: { params: { scope: 'openid' } },
  profile: ({ sub, given_name: given, family_name: family }) => ({
    id: sub,
    name: [given, family].filter(Boolean).join(' '),
  }),
  trustAllEmails: false,
  style: { bg: '#447405', text: '#fff' },
  icon,
  options,
})

export default Orcid
