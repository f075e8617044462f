import type { OIDCProfile } from '../types/user.ts'
import type { OIDCConfig, OIDCUserConfig } from '../types/providers.ts'
import icon from './icons/slack-icon.ts'

type UserImage = `https://slack.com/user_image_${'24' | '32' | '48' | '72' | '192' | '512' | '1024'}`
type TeamImage = `https://slack.com/team_image_${'34' | '44' | '68' | '88' | '102' | '132' | '230'}`
/** Pictures by width. */
type SlackImages = Partial<Record<UserImage | TeamImage, string>>

/** The claims of the ID token. */
export interface SlackProfile extends OIDCProfile, SlackImages {
  ok?: boolean
  /** Seconds since the epoch. */
  date_email_verified?: number
  'https://slack.com/user_id'?: string
  'https://slack.com/team_id'?: string
  'https://slack.com/team_name'?: string
  'https://slack.com/team_domain'?: string
  'https://slack.com/team_image_default'?: boolean
}

/**
 * Slack. `sub` is the user's id in one workspace, and `https://slack.com/team_id` names the workspace. Slack guarantees
 * that the id is unique within the workspace only. An application for several workspaces can prefix it with the
 * workspace in its own `profile`. `email_verified` is Slack's own record. Sources:
 * https://api.slack.com/.well-known/openid-configuration,
 * https://docs.slack.dev/reference/methods/openid.connect.userInfo/ and https://api.slack.com/types/user (the scope of
 * an id), 2026-11-21.
 * @example
 * // with AUTH_SLACK_ID and AUTH_SLACK_SECRET set; the callback is /auth/callback/slack
 * import Slack from '@authwright/core/providers/slack'
 * const config = { providers: [Slack] }
 */
export const Slack = <P extends SlackProfile = SlackProfile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> => ({
  id: 'slack',
  name: 'Slack',
  type: 'oidc',
  issuer: 'https://slack.com',
  trustAllEmails: true,
  style: { bg: '#fff', text: '#1d1c1d' },
  icon,
  options,
})

export default Slack
