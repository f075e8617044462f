import { expect, test } from 'vitest'
import { readSignIn, readSignOut } from '../src/forms.ts'

test('reads the fields of a sign-in, at the top and below options', () => {
  const read = readSignIn(
    {
      providerId: 'credentials',
      redirectTo: '/one',
      name: 'Ada',
      options: { redirectTo: '/two', password: 'analytical', remember: true, avatar: {} },
      authorizationParams: { prompt: 'login', nested: {} },
    },
    '/page',
  )
  expect(read).toEqual({
    provider: 'credentials',
    options: {
      redirectTo: '/two',
      fields: { name: 'Ada', password: 'analytical', remember: 'true' },
      authorizationParams: { prompt: 'login' },
    },
  })
})

test('reads parameters from the query of a URL', () => {
  const read = readSignIn({ providerId: 'github', authorizationParams: 'prompt=login&login_hint=ada' }, '/page')
  expect(read?.options.redirectTo).toBe('/page')
  expect(read?.options.authorizationParams).toEqual({ prompt: 'login', login_hint: 'ada' })
})

test.each([[null], ['github'], [['github']], [undefined]])('refuses %j, which is no form', (input) => {
  expect(readSignIn(input, '/page')).toBeUndefined()
})

test('reads the target of a sign-out', () => {
  expect(readSignOut({ redirectTo: '/bye' })).toBe('/bye')
  for (const input of [{}, { redirectTo: '' }, { redirectTo: ['/a', '/b'] }, null])
    expect(readSignOut(input)).toBeUndefined()
})
