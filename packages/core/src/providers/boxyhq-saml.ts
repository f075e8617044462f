import { nonEmpty } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What SAML Jackson's userinfo tells: what the organisation's own identity provider says, which verifies nothing for us. */
export interface BoxyHQSAMLProfile {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  /** Everything the organisation's identity provider sent. */
  raw?: Record<string, unknown>
  /** Whose identity provider was asked, in SAML Jackson's own words. */
  requested?: { tenant?: string; product?: string; [member: string]: unknown }
  [member: string]: unknown
}

/** What an organisation's identity provider calls a person may be what another's calls somebody else. */
const idOf = ({ id, requested }: BoxyHQSAMLProfile): { readonly id?: string } => {
  const parts: readonly unknown[] = [requested?.tenant, requested?.product, id]
  const texts = parts.flatMap((part) => nonEmpty(part) ?? [])
  return texts.length === parts.length ? { id: texts.map((text) => encodeURIComponent(text)).join('/') } : {}
}

/**
 * BoxyHQ's SAML Jackson, which speaks OAuth for an organisation's SAML or OpenID Connect. `issuer` is required: the
 * address of the instance. With `clientId: 'dummy'` the sign-in request has to name the `tenant` and the `product`.
 * People are known by tenant, product and `id`: the `id` is what an organisation's identity provider says, which
 * could name the people of another one. An application of one organisation that stored it alone maps it with a
 * `profile` of its own. An address is that provider's word too, and proves nothing. Source:
 * https://boxyhq.com/docs/jackson/sso-flow and npm/src/saml/lib.ts and npm/src/controller/oauth.ts of
 * https://github.com/boxyhq/jackson, its own code, 2026-11-21.
 */
export const SAMLJackson = (options: OAuthUserConfig<BoxyHQSAMLProfile> = {}): OAuth2Config<BoxyHQSAMLProfile> => ({
  id: 'boxyhq-saml',
  name: 'BoxyHQ SAML',
  type: 'oauth',
  authorization: { url: '{issuer}/api/oauth/authorize', params: { provider: 'saml' } },
  token: '{issuer}/api/oauth/token',
  userinfo: '{issuer}/api/oauth/userinfo',
  profile: (profile) => ({
    ...idOf(profile),
    name: [profile.firstName, profile.lastName].filter(Boolean).join(' '),
    email: profile.email,
  }),
  style: { bg: '#25c2a0', text: '#000' },
  options,
})

export default SAMLJackson
