import { expect, test } from 'vitest'
import { WeChat } from './wechat.ts'

const askTokens = async (response: object): Promise<unknown> => {
  const { token } = WeChat()
  if (typeof token !== 'object') throw new Error('no hook')
  const provider = { clientId: 'us', clientSecret: 'secret', token: { url: new URL('https://op.example/token') } }
  const context = { params: new URLSearchParams({ code: 'c' }), response: new URLSearchParams(), checks: {}, provider }
  return token.request?.({ ...context, fetch: async () => Response.json(response) })
}

const person = { access_token: 'a', expires_in: 7200, openid: 'o6_ada', scope: 'snsapi_userinfo', unionid: 'u' }

test('a person of WeChat is told by the tokens', async () => {
  expect(await askTokens(person)).toMatchObject({ tokens: { openid: 'o6_ada', token_type: 'bearer' } })
  expect(await askTokens({ ...person, is_snapshotuser: 0 })).toMatchObject({ tokens: { openid: 'o6_ada' } })
})

test.each([1, '1', true])('a page that WeChat shows as a snapshot (%j) signs nobody in', async (value) => {
  await expect(askTokens({ ...person, is_snapshotuser: value })).rejects.toThrow('snapshot')
})
