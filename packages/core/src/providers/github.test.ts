import { describe, expect, test } from 'vitest'
import { GitHub } from './github.ts'
import type { GitHubUserConfig } from './github.ts'

const USER = {
  id: 583231,
  login: 'octocat',
  name: null,
  email: 'public@example.org',
  avatar_url: 'https://avatars.example/u/1',
}

/** GitHub, as far as a sign-in goes: answers by path. */
const github = (answers: Readonly<Record<string, unknown>>) => {
  const asked: Request[] = []
  const response: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    asked.push(request)
    const body = answers[new URL(request.url).pathname]
    return body === undefined ? new Response('{}', { status: 404 }) : Response.json(body)
  }
  return { asked, answer: response }
}

const profileOf = async (answers: Readonly<Record<string, unknown>>, options: GitHubUserConfig = {}) => {
  const entry = GitHub(options)
  const { userinfo, profile, emailVerified } = entry
  if (typeof userinfo !== 'object' || userinfo.request === undefined)
    throw new Error('GitHub has no request of its own')
  const { asked, answer: response } = github(answers)
  const found = await userinfo.request({ tokens: { access_token: 'the-token' }, provider: entry, fetch: response })
  const read = found as Parameters<NonNullable<typeof profile>>[0]
  return { asked, user: await profile?.(read, {}), verified: emailVerified?.(read) }
}

describe('GitHub', () => {
  test('gives the primary address when it is verified', async () => {
    const { asked, user, verified } = await profileOf({
      '/user': USER,
      '/user/emails': [
        { email: 'public@example.org', primary: false, verified: true },
        { email: 'main@example.org', primary: true, verified: true },
      ],
    })
    expect(user).toEqual({ id: '583231', name: 'octocat', email: 'main@example.org', image: USER.avatar_url })
    expect(verified).toBe(true)
    expect(asked.map(({ url }) => url)).toEqual(['https://api.github.com/user', 'https://api.github.com/user/emails'])
    for (const { headers } of asked) expect(headers.get('authorization')).toBe('Bearer the-token')
  })

  test('gives no address that is not verified, public or primary as it may be', async () => {
    const { user, verified } = await profileOf({
      '/user': USER,
      '/user/emails': [
        { email: 'public@example.org', primary: false, verified: false },
        { email: 'main@example.org', primary: true, verified: false },
        { email: 'other@example.org', primary: false, verified: true },
      ],
    })
    expect(user?.email).toBeNull()
    expect(verified).toBe(false)
  })

  test('gives the public address when the primary one is not verified and that one is', async () => {
    const { user, verified } = await profileOf({
      '/user': USER,
      '/user/emails': [
        { email: 'main@example.org', primary: true, verified: false },
        { email: 'public@example.org', primary: false, verified: true },
      ],
    })
    expect([user?.email, verified]).toEqual(['public@example.org', true])
  })

  test('gives no address when the application may not ask for them', async () => {
    const { user, verified } = await profileOf({ '/user': USER })
    expect([user?.email, verified]).toEqual([null, false])
  })

  test('that does not say who it is signs nobody in', async () => {
    await expect(profileOf({})).rejects.toThrow('404')
  })

  test('of an enterprise is asked at its own server', async () => {
    const options = { enterprise: { baseUrl: 'https://github.corp.example/' } }
    expect(GitHub(options)).toMatchObject({
      issuer: 'https://github.corp.example/login/oauth',
      authorization: { url: 'https://github.corp.example/login/oauth/authorize' },
      token: 'https://github.corp.example/login/oauth/access_token',
    })
    const { asked } = await profileOf({ '/api/v3/user': USER, '/api/v3/user/emails': [] }, options)
    expect(asked.map(({ url }) => new URL(url).host)).toEqual(['github.corp.example', 'github.corp.example'])
  })
})
