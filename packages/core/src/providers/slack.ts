import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of the ID token. */
export interface SlackProfile extends Profile {
  sub: string
}

/**
 * Slack. `sub` is the user's id in one workspace, and `https://slack.com/team_id` names the workspace. Slack guarantees
 * that the id is unique within the workspace only. An application for several workspaces can prefix it with the
 * workspace in its own `profile`. `email_verified` is Slack's own record. Sources:
 * https://api.slack.com/.well-known/openid-configuration,
 * https://docs.slack.dev/reference/methods/openid.connect.userInfo/ and https://api.slack.com/types/user (the scope of
 * an id), 2026-11-21.
 */
export const Slack = (options: OIDCUserConfig<SlackProfile> = {}): OIDCConfig<SlackProfile> => ({
  id: 'slack',
  name: 'Slack',
  type: 'oidc',
  issuer: 'https://slack.com',
  trustAllEmails: true,
  style: { bg: '#611f69', text: '#fff' },
  options,
})

export default Slack
