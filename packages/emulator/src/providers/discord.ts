import type { Person } from '../person.ts'
import type { ProviderMock } from '../provider-mock.ts'

const idOf = ({ number }: Person): string => `${number}9000000001`

const avatarOf = ({ picture, username }: Person): string | null => {
  if (picture === undefined) return null
  return username === 'grace' ? 'a_1269e74af4df7417b13759eae50c83dc' : '8342729096ea3675442027381ff50dfe'
}

export const discord: ProviderMock = {
  id: 'discord',
  sources: ['https://github.com/discord/discord-api-docs/blob/main/docs/resources/user.md'],
  read: '2026-11-21',
  authorization: { url: 'https://discord.com/api/oauth2/authorize', scope: ['identify', 'email'] },
  token: { url: 'https://discord.com/api/oauth2/token', auth: ['basic', 'post'] },
  resources: [
    {
      url: 'https://discord.com/api/users/@me',
      response: (person) => ({
        id: idOf(person),
        username: person.username,
        discriminator: '0',
        global_name: person.username === 'alan' ? null : person.name,
        avatar: avatarOf(person),
        verified: person.emailVerified,
        email: person.email ?? null,
        flags: 64,
        banner: null,
        accent_color: null,
        premium_type: 0,
        public_flags: 64,
        mfa_enabled: false,
        locale: 'en-US',
      }),
    },
  ],
  expects: (person) => {
    const images = {
      ada: `https://cdn.discordapp.com/avatars/${idOf(person)}/8342729096ea3675442027381ff50dfe.png`,
      grace: `https://cdn.discordapp.com/avatars/${idOf(person)}/a_1269e74af4df7417b13759eae50c83dc.gif`,
      // 191206239000000001 / 2^22 is 45587119817 and a bit, and 45587119817 divided by 6 leaves 5.
      alan: 'https://cdn.discordapp.com/embed/avatars/5.png',
    }
    return {
      id: idOf(person),
      name: person.username === 'alan' ? person.username : person.name,
      email: person.email,
      image: images[person.id],
      emailVerified: person.emailVerified,
    }
  },
}
