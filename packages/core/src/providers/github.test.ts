import { describe, expect, test } from 'vitest'
import { GitHub, type GitHubUserConfig } from './github.ts'

const USER = {
  id: 583231,
  login: 'octocat',
  name: null,
  email: 'public@example.org',
  avatar_url: 'https://avatars.example/u/1',
}

/** A mock of the GitHub API: response bodies by path. */
const mockGitHub = (bodies: Readonly<Record<string, unknown>>) => {
  const requests: Request[] = []
  const mockFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push(request)
    const body = bodies[new URL(request.url).pathname]
    return body === undefined ? new Response('{}', { status: 404 }) : Response.json(body)
  }
  return { requests, fetch: mockFetch }
}

const readProfile = async (bodies: Readonly<Record<string, unknown>>, options: GitHubUserConfig = {}) => {
  const entry = GitHub(options)
  const { userinfo, profile, emailVerified } = entry
  if (typeof userinfo !== 'object' || userinfo.request === undefined)
    throw new Error('the entry has no userinfo.request')
  const { requests, fetch } = mockGitHub(bodies)
  const provider = { id: 'github', name: 'GitHub', type: 'oauth' as const }
  const found = await userinfo.request({ tokens: { access_token: 'the-token' }, provider, fetch })
  const body = found as Parameters<NonNullable<typeof profile>>[0]
  return { requests, user: await profile?.(body, {}), verified: emailVerified?.(body) }
}

describe('GitHub', () => {
  test('gives the primary e-mail address when it is verified', async () => {
    const { requests, user, verified } = await readProfile({
      '/user': USER,
      '/user/emails': [
        { email: 'public@example.org', primary: false, verified: true },
        { email: 'main@example.org', primary: true, verified: true },
      ],
    })
    expect(user).toEqual({ id: '583231', name: 'octocat', email: 'main@example.org', image: USER.avatar_url })
    expect(verified).toBe(true)
    expect(requests.map(({ url }) => url)).toEqual([
      'https://api.github.com/user',
      'https://api.github.com/user/emails',
    ])
    for (const { headers } of requests) expect(headers.get('authorization')).toBe('Bearer the-token')
  })

  test('gives no e-mail address if neither the primary nor the public one is verified', async () => {
    const { user, verified } = await readProfile({
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

  test('gives the public address when it is verified and the primary one is not', async () => {
    const { user, verified } = await readProfile({
      '/user': USER,
      '/user/emails': [
        { email: 'main@example.org', primary: true, verified: false },
        { email: 'public@example.org', primary: false, verified: true },
      ],
    })
    expect([user?.email, verified]).toEqual(['public@example.org', true])
  })

  test('gives no e-mail address without the e-mail permission', async () => {
    const { user, verified } = await readProfile({ '/user': USER })
    expect([user?.email, verified]).toEqual([null, false])
  })

  test('throws when GitHub returns no user', async () => {
    await expect(readProfile({})).rejects.toThrow('404')
  })

  test('uses the URLs of a GitHub Enterprise Server', async () => {
    const options = { enterprise: { baseUrl: 'https://github.corp.example/' } }
    expect(GitHub(options)).toMatchObject({
      issuer: 'https://github.corp.example/login/oauth',
      authorization: { url: 'https://github.corp.example/login/oauth/authorize' },
      token: 'https://github.corp.example/login/oauth/access_token',
    })
    const { requests } = await readProfile({ '/api/v3/user': USER, '/api/v3/user/emails': [] }, options)
    expect(requests.map(({ url }) => new URL(url).host)).toEqual(['github.corp.example', 'github.corp.example'])
  })
})
