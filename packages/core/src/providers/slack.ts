import type { Profile } from '../types/identity.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface SlackProfile extends Profile {
  sub: string
}

/**
 * Slack. `sub` is the person's id in one workspace, and `https://slack.com/team_id` names the workspace.
 * `email_verified` is Slack's own word. Sources: https://api.slack.com/.well-known/openid-configuration and
 * https://docs.slack.dev/reference/methods/openid.connect.userInfo/, 2026-11-21.
 */
export const Slack = (options: OIDCUserConfig<SlackProfile> = {}): OIDCConfig<SlackProfile> => ({
  id: 'slack',
  name: 'Slack',
  type: 'oidc',
  issuer: 'https://slack.com',
  style: { bg: '#611f69', text: '#fff' },
  options,
})

export default Slack
