import type { Profile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'

/** The claims of its ID token. */
export interface SlackProfile extends Profile {
  sub: string
}

/**
 * Slack. `sub` is the person's id in one workspace, and `https://slack.com/team_id` names the workspace. Slack
 * promises that the id is unique within the workspace only: an application that is open to several may put the
 * workspace before it, with a `profile` of its own. `email_verified` is Slack's own word. Sources:
 * https://api.slack.com/.well-known/openid-configuration,
 * https://docs.slack.dev/reference/methods/openid.connect.userInfo/ and https://api.slack.com/types/user (how far an
 * id is unique), 2026-11-21.
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
