import type { ProviderMock } from '../provider-mock.ts'

export const eventbrite: ProviderMock = {
  id: 'eventbrite',
  sources: [
    'https://www.eventbrite.com/developer/v3/api_overview/authentication/',
    'https://www.eventbrite.com/developer/v3/endpoints/users/',
    'https://github.com/eventbrite/eventbrite-sdk-javascript/blob/master/src/users.ts',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://www.eventbrite.com/oauth/authorize', pkce: 'ignored' },
  token: {
    url: 'https://www.eventbrite.com/oauth/token',
    auth: ['post'],
    response: ({ access_token }) => ({ access_token, token_type: 'bearer' }),
  },
  resources: [
    {
      url: 'https://www.eventbriteapi.com/v3/users/me/',
      response: ({ number, name, given, family, email, emailVerified, picture }) => ({
        id: String(number),
        name,
        first_name: given,
        last_name: family,
        is_public: false,
        image_id: picture === undefined ? null : String(number + 1),
        emails: [
          { email: 'old@example.org', verified: true, primary: false },
          ...(email === undefined ? [] : [{ email, verified: emailVerified, primary: true }]),
        ],
      }),
    },
  ],
  expects: ({ number, name, email, picture }) => ({
    id: String(number),
    name,
    email,
    ...(picture === undefined
      ? {}
      : { image: `https://img.evbuc.com/https%3A%2F%2Fcdn.evbuc.com%2Fimages%2F${number + 1}%2F1%2Foriginal.jpg` }),
  }),
}
