import type { OAuth2Config, OAuthUserConfig } from '../types/providers.ts'

/** What `GET /users/@me` tells of a person. */
export interface DiscordProfile {
  /** A snowflake: 64 bits as a decimal text. */
  id: string
  username: string
  global_name?: string | null
  /** The picture's hash; one that starts with `a_` moves. */
  avatar?: string | null
  email?: string | null
  /** Whether the address was verified. */
  verified?: boolean
  [member: string]: unknown
}

const CDN = 'https://cdn.discordapp.com'

/** The person's picture, or the one of six that Discord gives to those without. */
const pictureOf = ({ id, avatar }: DiscordProfile): string =>
  avatar
    ? `${CDN}/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`
    : `${CDN}/embed/avatars/${(BigInt(id) >> 22n) % 6n}.png`

/**
 * Discord. `verified` is documented as whether the address was verified. Source:
 * https://github.com/discord/discord-api-docs/blob/main/docs/resources/user.md, 2026-11-21.
 */
export const Discord = (options: OAuthUserConfig<DiscordProfile> = {}): OAuth2Config<DiscordProfile> => ({
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
  options,
})

export default Discord
