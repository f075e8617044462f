import type { ProviderMock } from '../provider-mock.ts'

export const notion: ProviderMock = {
  id: 'notion',
  sources: [
    'https://developers.notion.com/reference/authentication',
    'https://developers.notion.com/changelog/retrieve-information-about-your-token',
    'https://developers.notion.com/reference/refresh-a-token',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://api.notion.com/v1/oauth/authorize', parameters: { owner: 'user' }, pkce: 'ignored' },
  token: {
    url: 'https://api.notion.com/v1/oauth/token',
    auth: ['basic'],
    // The documentation has JSON. Older clients send a form.
    body: 'either',
    response: ({ access_token }, { uuid, name }) => ({
      access_token,
      token_type: 'bearer',
      bot_id: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
      workspace_icon: null,
      workspace_name: `${name}'s Notion`,
      workspace_id: '3c90c3cc-0d44-4b50-8888-8dd25736052b',
      owner: { type: 'user', user: { object: 'user', id: uuid } },
      duplicated_template_id: null,
    }),
  },
  resources: [
    {
      url: 'https://api.notion.com/v1/users/me',
      headers: { 'notion-version': '*' },
      response: ({ uuid, name, email, picture }) => ({
        object: 'user',
        id: '3c90c3cc-0d44-4b50-8888-8dd25736052a',
        name: 'The application',
        avatar_url: null,
        type: 'bot',
        bot: {
          owner: {
            type: 'user',
            user: {
              object: 'user',
              id: uuid,
              name,
              avatar_url: picture ?? null,
              type: 'person',
              person: email === undefined ? {} : { email },
            },
          },
        },
      }),
    },
  ],
  expects: ({ uuid, name, email, picture }) => ({ id: uuid, name, email, image: picture }),
}
