import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /sso/profile` tells of a person: what the identity provider of the person's company said. */
export interface WorkOSProfile {
  id: string
  email?: string
  first_name?: string | null
  last_name?: string | null
  connection_id?: string
  organization_id?: string | null
  raw_attributes?: { picture?: unknown; [attribute: string]: unknown }
  [member: string]: unknown
}

/** Options of the WorkOS entry. */
export type WorkOSUserConfig = OAuthUserConfig<WorkOSProfile> & {
  /** Which company's identity provider to ask. It may come with the sign-in request instead. */
  connection?: string
}

/**
 * WorkOS. It has to be told whom to ask: by the option `connection`, or by `connection`, `organization` or `provider`
 * among the authorization parameters of the sign-in request. An address is what a company's own identity provider
 * says, and proves nothing; what stands in `raw_attributes`, a picture for example, is that provider's too. Source:
 * https://github.com/workos/workos-node, its own client, read in the package @workos-inc/node 11.0.0
 * (`ProfileResponse`; the secret in the body, PKCE beside it), 2026-11-21.
 */
export const WorkOS = (options: WorkOSUserConfig = {}): OAuth2Config<WorkOSProfile> => ({
  id: 'workos',
  name: 'WorkOS',
  type: 'oauth',
  authorization: { url: 'https://api.workos.com/sso/authorize', params: { connection: options.connection } },
  token: 'https://api.workos.com/sso/token',
  userinfo: 'https://api.workos.com/sso/profile',
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: ({ id, first_name: first, last_name: last, email, raw_attributes: raw }) => ({
    id,
    name: [first, last].filter(Boolean).join(' '),
    email,
    image: typeof raw?.picture === 'string' ? raw.picture : null,
  }),
  style: { bg: '#5c5ce0', text: '#fff' },
  options,
})

export default WorkOS
