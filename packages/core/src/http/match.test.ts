import { describe, expect, test } from 'vitest'
import { matchPath } from './match.ts'

describe('matching a path', () => {
  test.each([
    ['/auth', '/auth/session', 'session', undefined],
    ['/auth', '/auth/session/', 'session', undefined],
    ['/auth', '/auth//session', 'session', undefined],
    ['/auth', '/auth/signin/auth0///', 'signin', 'auth0'],
    ['/auth', '/auth/signin/undefined', 'signin', undefined],
    ['/auth', '/auth/callback/auth', 'callback', 'auth'],
    ['/api/auth', '/api/auth/signin/github', 'signin', 'github'],
    ['', '/signin/github', 'signin', 'github'],
  ])('below %j, %s is the action %s', (base, path, action, providerId) => {
    expect(matchPath(path, base)).toEqual({ action, providerId })
  })

  test.each([
    ['/auth', '/auth'],
    ['/auth', '/authsession'],
    ['/auth', '/auth/Session'],
    ['/auth', '//auth/session'],
    ['/auth', '/auth/csrf/github'],
    ['/auth', '/auth/session/x.css'],
    ['/auth', '/auth/%73ession'],
    ['/auth', '/auth/__proto__'],
    ['/auth', '/auth/constructor'],
    ['/a.th', '/auth/session'],
    ['/api/auth', '/api/auth/signin/github/github'],
    ['/auth', '/api/auth/signin'],
  ])('below %j, %s is not a route', (base, path) => {
    expect(matchPath(path, base)).toBeUndefined()
  })
})
