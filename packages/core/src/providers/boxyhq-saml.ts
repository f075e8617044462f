import { nonEmpty } from '../base/json.ts'
import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/**
 * The response of SAML Jackson's userinfo endpoint. It repeats what the organization's identity provider sent, which
 * does not verify anything.
 */
export interface BoxyHQSAMLProfile {
  id: string
  email?: string
  firstName?: string
  lastName?: string
  /** All attributes that the organization's identity provider sent. */
  raw?: Record<string, unknown>
  /** The tenant and the product of the sign-in request, which select the identity provider. */
  requested?: { tenant?: string; product?: string; [member: string]: unknown }
  [member: string]: unknown
}

/** Two organizations' identity providers can use the same `id` for different users. */
const idOf = ({ id, requested }: BoxyHQSAMLProfile): { readonly id?: string } => {
  const parts: readonly unknown[] = [requested?.tenant, requested?.product, id]
  const texts = parts.flatMap((part) => nonEmpty(part) ?? [])
  return texts.length === parts.length ? { id: texts.map((text) => encodeURIComponent(text)).join('/') } : {}
}

/**
 * BoxyHQ's SAML Jackson, which offers OAuth in front of an organization's SAML or OpenID Connect provider. `issuer` is
 * required: the URL of the instance. With `clientId: 'dummy'` the sign-in request must name the `tenant` and the
 * `product`. The user's id consists of tenant, product and `id`, because an organization's identity provider chooses
 * `id` and could repeat one of another organization. An application with a single organization that stored `id` alone
 * maps it with its own `profile`. The e-mail address also comes from that identity provider and does not count as
 * verified. Source: https://boxyhq.com/docs/jackson/sso-flow and npm/src/saml/lib.ts and npm/src/controller/oauth.ts of
 * https://github.com/boxyhq/jackson, the source code, 2026-11-21.
 * @example
 * // with AUTH_BOXYHQ_SAML_ID, AUTH_BOXYHQ_SAML_SECRET and AUTH_BOXYHQ_SAML_ISSUER set; the callback is /auth/callback/boxyhq-saml
 * import SAMLJackson from '@authwright/core/providers/boxyhq-saml'
 * const config = { providers: [SAMLJackson] }
 */
export const SAMLJackson = <P extends BoxyHQSAMLProfile = BoxyHQSAMLProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
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
