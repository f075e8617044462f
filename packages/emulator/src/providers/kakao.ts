import type { ProviderMock } from '../provider-mock.ts'

export const kakao: ProviderMock = {
  id: 'kakao',
  sources: [
    'https://developers.kakao.com/docs/ko/kakaologin/rest-api',
    'https://github.com/kakao/kakao_flutter_sdk/blob/master/packages/kakao_flutter_sdk_user/lib/src/model/account.dart',
    'https://devtalk.kakao.com/t/what-is-the-use-of-is-email/140835',
  ],
  read: '2026-11-21',
  authorization: { url: 'https://kauth.kakao.com/oauth/authorize', separator: ',' },
  token: {
    url: 'https://kauth.kakao.com/oauth/token',
    auth: ['post'],
    response: ({ access_token, refresh_token }) => ({
      token_type: 'bearer',
      access_token,
      expires_in: 43_199,
      refresh_token,
      refresh_token_expires_in: 5_184_000,
      scope: 'account_email profile',
    }),
  },
  resources: [
    {
      url: 'https://kapi.kakao.com/v2/user/me',
      response: ({ number, name, email, emailVerified, picture, username }) => ({
        id: number,
        connected_at: '2022-04-11T01:45:28Z',
        kakao_account: {
          profile_nickname_needs_agreement: false,
          profile: {
            nickname: name,
            ...(picture === undefined
              ? {}
              : { thumbnail_image_url: picture, profile_image_url: picture, is_default_image: false }),
          },
          email_needs_agreement: email === undefined,
          ...(email === undefined
            ? {}
            : // Another account has taken over Grace's address.
              username === 'grace'
              ? { is_email_valid: false, is_email_verified: true, email: 'gr***@example.org' }
              : { is_email_valid: true, is_email_verified: emailVerified, email }),
        },
        properties: { nickname: name },
      }),
    },
  ],
  expects: ({ number, name, email, emailVerified, picture, username }) => ({
    id: String(number),
    name,
    ...(email === undefined || username === 'grace' ? {} : { email }),
    image: picture,
    emailVerified,
  }),
}
