import { describe, expect, test } from 'vitest'
import type { CallbacksOptions } from '../../src/index.ts'
import { location, makeSite, ORIGIN } from '../support/site.ts'

type Redirect = CallbacksOptions['redirect']

/** Where a sign-in leads that wishes to go there, and what the owner is warned of. */
const go = async (redirect: Redirect, callbackUrl: string): Promise<readonly [string, readonly string[]]> => {
  const password = { id: 'credentials', name: 'Password', type: 'credentials' as const, credentials: {} }
  const { browser, log } = makeSite({
    providers: [{ ...password, authorize: () => ({ id: 'ann' }) }],
    callbacks: { redirect },
  })
  return [location(await browser().post('/auth/callback/credentials', { callbackUrl })), log]
}

const byBeginning: Redirect = ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl)
const byName: Redirect = ({ url, baseUrl }) =>
  [baseUrl, 'https://app.example.com.au'].includes(new URL(url).origin) ? url : baseUrl
const byEveryMeans: Redirect = ({ url }) => url

describe('a redirect callback that asks how an address begins', () => {
  test.each([`${ORIGIN}.evil.test/`, `${ORIGIN}.evil.test:8443/a?b`, `${ORIGIN}evil.test/`, `${ORIGIN}-evil.test/`])(
    'sends nobody to %s, and its owner is told',
    async (accountRequest) => {
      expect(await go(byBeginning, accountRequest)).toStrictEqual([`${ORIGIN}/`, ['redirect-callback-prefix']])
    },
  )

  test.each([`${ORIGIN}/members?a=b`, `${ORIGIN}/`])('sends to %s as it says', async (accountRequest) => {
    expect(await go(byBeginning, accountRequest)).toStrictEqual([accountRequest, []])
  })
})

test.each([
  ['that knows the host by its name', byName],
  [
    'that fails over any other',
    (({ url, baseUrl }) => {
      if (!['app.example.com', 'app.example.com.au'].includes(new URL(url).hostname)) throw new Error(baseUrl)
      return url
    }) satisfies Redirect,
  ],
  ['that approves of everything', byEveryMeans],
] as const)('a redirect callback %s decides about a host that begins like ours', async (_what, redirect) => {
  expect(await go(redirect, 'https://app.example.com.au/a')).toStrictEqual(['https://app.example.com.au/a', []])
})
