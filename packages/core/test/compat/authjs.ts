import { Auth, skipCSRFCheck, type AuthConfig as AuthJsConfig } from '@auth/core'
import Credentials from '@auth/core/providers/credentials'
import { ORIGIN, SECRET } from '@authwright/test-kit/auth-setup'
import { vi } from 'vitest'
import { today } from './moved.ts'

/** The cookies of a browser: name and value. */
export const cookiesOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const pair = line.slice(0, line.indexOf(';'))
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    }),
  )

export const SECURE_NAME = '__Secure-authjs.session-token'
export const NAME = 'authjs.session-token'

const ann = { id: 'user-1', name: 'Ann', email: 'ann@example.org', image: 'https://img.example/ann.png' }

/**
 * The cookies of a user who signed in with a password at the published Auth.js, at the time at which the clocks of `move` stand.
 * On a busy machine the system clock may be minutes ahead of them, and a token from the future is not accepted.
 */
export const signInWithAuthJs = async (
  config: Partial<AuthJsConfig> = {},
  origin: string = ORIGIN,
): Promise<Record<string, string>> => {
  vi.useFakeTimers({ toFake: ['Date'], now: today })
  const response = await Auth(
    new Request(`${origin}/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'ann' }),
    }),
    {
      basePath: '/auth',
      providers: [Credentials({ credentials: { name: {} }, authorize: () => ann })],
      secret: SECRET,
      skipCSRFCheck,
      trustHost: true,
      ...config,
    },
  ).finally(() => vi.useRealTimers())
  const cookies = cookiesOf(response)
  return Object.fromEntries(Object.entries(cookies).filter(([name]) => name.includes('session')))
}
