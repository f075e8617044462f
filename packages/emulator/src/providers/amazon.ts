import type { ProviderMock } from '../provider-mock.ts'

export const amazon: ProviderMock = {
  id: 'amazon',
  sources: [
    'https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html',
    'https://developer.amazon.com/docs/login-with-amazon/obtain-customer-profile.html',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://www.amazon.com/ap/oa', scope: ['profile'] },
  token: { url: 'https://api.amazon.com/auth/o2/token', auth: ['basic', 'post'] },
  resources: [
    {
      url: 'https://api.amazon.com/user/profile',
      response: ({ uuid, name, email }) => ({
        user_id: `amzn1.account.${uuid}`,
        name,
        email,
      }),
    },
  ],
  expects: ({ uuid, name, email }) => ({ id: `amzn1.account.${uuid}`, name, email }),
}
