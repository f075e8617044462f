import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What Osso tells of a person: what the identity provider of the person's company said. */
export interface OssoProfile {
  id: string
  email?: string
  /** The identity provider's name. */
  idp?: string
  [member: string]: unknown
}

/**
 * Osso, which speaks SAML for an application. `issuer` is required: its address, such as `https://osso.example.com`. An
 * address is what a company's own identity provider says, and proves nothing. Source: https://ossoapp.com/docs (not
 * looked at; as the ecosystem has it).
 */
export const Osso = (options: OAuthUserConfig<OssoProfile> = {}): OAuth2Config<OssoProfile> => ({
  id: 'osso',
  name: 'Osso',
  type: 'oauth',
  authorization: '{issuer}/oauth/authorize',
  token: '{issuer}/oauth/token',
  userinfo: '{issuer}/oauth/me',
  style: { bg: '#1b1b1b', text: '#fff' },
  options,
})

export default Osso
