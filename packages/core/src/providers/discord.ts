import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'
import icon from './icons/discord-icon.ts'

/** The response of `GET /users/@me`. */
export interface DiscordProfile {
  /** A snowflake: a 64-bit integer as a decimal string. */
  id: string
  username: string
  discriminator: string
  global_name?: string | null
  display_name?: string | null
  /** The hash of the picture. A hash that starts with `a_` is animated. */
  avatar?: string | null
  avatar_decoration?: string | null
  banner?: string | null
  banner_color?: string | null
  accent_color?: number | null
  bot?: boolean
  system?: boolean
  mfa_enabled?: boolean
  locale?: string
  email?: string | null
  /** Whether the e-mail address is verified. */
  verified?: boolean
  flags?: number
  premium_type?: number
  public_flags?: number
  image_url?: string
  [member: string]: unknown
}

const CDN = 'https://cdn.discordapp.com'

/** The user's picture, or one of the six default pictures. */
const pictureOf = ({ id, avatar }: DiscordProfile): string =>
  avatar
    ? `${CDN}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
    : `${CDN}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`

/**
 * Discord. `verified` is documented as whether the e-mail address was verified. Source:
 * https://github.com/discord/discord-api-docs/blob/main/docs/resources/user.md, 2026-11-21.
 * @example
 * // with AUTH_DISCORD_ID and AUTH_DISCORD_SECRET set; the callback is /auth/callback/discord
 * import Discord from '@authwright/core/providers/discord'
 * const config = { providers: [Discord] }
 */
export const Discord = <P extends DiscordProfile = DiscordProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> => ({
  id: 'discord',
  name: 'Discord',
  type: 'oauth',
  authorization: { url: 'https://discord.com/api/oauth2/authorize', params: { scope: 'identify email' } },
  token: 'https://discord.com/api/oauth2/token',
  userinfo: 'https://discord.com/api/users/@me',
  profile: (profile) => ({
    id: profile.id,
    name: profile.global_name ?? profile.username,
    email: profile.email,
    image: pictureOf(profile),
  }),
  emailVerified: ({ verified }) => verified === true,
  style: { bg: '#5865F2', text: '#fff' },
  icon,
  options,
})

export default Discord
