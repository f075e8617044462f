import { expect, test } from 'vitest'
import { WeChat } from './wechat.ts'

const requestTokens = async (response: object): Promise<unknown> => {
  const { token } = WeChat()
  if (typeof token !== 'object') throw new Error('no hook')
  const client = { clientId: 'us', clientSecret: 'secret', token: { url: new URL('https://op.example/token') } }
  const provider = { id: 'wechat', name: 'WeChat', type: 'oauth' as const, ...client }
  const context = { params: new URLSearchParams({ code: 'c' }), response: new URLSearchParams(), checks: {}, provider }
  return token.request?.({ ...context, fetch: async () => Response.json(response) })
}

const tokens = { access_token: 'a', expires_in: 7200, openid: 'o6_ada', scope: 'snsapi_userinfo', unionid: 'u' }

test('accepts the tokens of a page that is not a snapshot', async () => {
  expect(await requestTokens(tokens)).toMatchObject({ tokens: { openid: 'o6_ada', token_type: 'bearer' } })
  expect(await requestTokens({ ...tokens, is_snapshotuser: 0 })).toMatchObject({ tokens: { openid: 'o6_ada' } })
})

test.each([1, '1', true])('rejects the tokens of a snapshot (is_snapshotuser %j)', async (value) => {
  await expect(requestTokens({ ...tokens, is_snapshotuser: value })).rejects.toThrow('snapshot')
})
