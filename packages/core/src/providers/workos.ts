import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** The response of `GET /sso/profile`. It repeats what the company's identity provider sent. */
export interface WorkOSProfile {
  object?: 'profile'
  id: string
  email?: string
  first_name?: string | null
  last_name?: string | null
  connection_id?: string
  connection_type?: string
  organization_id?: string | null
  /** The id of the user at the company's identity provider. */
  idp_id?: string
  raw_attributes?: { picture?: unknown; [attribute: string]: unknown }
  [member: string]: unknown
}

/**
 * Options of the WorkOS entry.
 * @example const options: WorkOSUserConfig = { connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' }
 */
export type WorkOSUserConfig<P = WorkOSProfile> = OAuthUserConfig<P> & {
  /**
   * The connection to the company's identity provider. The sign-in request can name it instead.
   * @example connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5'
   */
  connection?: string
}

/**
 * WorkOS. It needs to know which identity provider to use: set the option `connection`, or pass `connection`,
 * `organization` or `provider` as an authorization parameter of the sign-in request. The e-mail address and
 * `raw_attributes`, which can contain a picture, come from the company's identity provider. The e-mail address does not
 * count as verified. Source: https://github.com/workos/workos-node, the official client, read in the package
 * @workos-inc/node 11.0.0 (`ProfileResponse`; the secret in the body together with PKCE), 2026-11-21.
 * @example
 * import WorkOS from '@authwright/core/providers/workos'
 * // AUTH_WORKOS_ID and AUTH_WORKOS_SECRET are set; the callback is /auth/callback/workos
 * const config = { providers: [WorkOS({ connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' })] }
 */
export const WorkOS = <P extends WorkOSProfile = WorkOSProfile>(
  options: WorkOSUserConfig<P> = {},
): OAuth2Config<P> => ({
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
