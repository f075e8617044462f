import { describe, expect, test } from 'vitest'
import { readSignInForm, signInOptionsOf } from '../../src/framework.ts'

describe('the form of a sign-in action', () => {
  test('names the provider, the target and the parameters, and has the fields of the provider', () => {
    const form = readSignInForm([
      ['providerId', 'github'],
      ['redirectTo', '/home'],
      ['authorizationParams-prompt', 'login'],
      ['email', 'ann@example.org'],
      ['remember', true],
      ['picture', new File([], 'picture.png')],
      ['nothing', undefined],
    ])
    expect(form).toEqual({
      provider: 'github',
      authorizationParams: { prompt: 'login' },
      redirect: true,
      redirectTo: '/home',
      fields: { email: 'ann@example.org', remember: 'true' },
    })
  })

  test('has no provider and no target if the fields are empty', () => {
    expect(
      readSignInForm([
        ['providerId', ''],
        ['callbackUrl', ''],
      ]),
    ).toMatchObject({
      provider: undefined,
      redirectTo: undefined,
    })
  })

  test.each(['false', '0', 'no', 'OFF'])('does not redirect with redirect=%s', (value) => {
    expect(readSignInForm([['redirect', value]])?.redirect).toBe(false)
  })

  test('is refused if a field is repeated', () => {
    expect(
      readSignInForm([
        ['email', 'a@example.org'],
        ['email', 'b@example.org'],
      ]),
    ).toBeUndefined()
  })
})

test('the options of a sign-in have the target of the form, and parameters of both', () => {
  const form = { provider: 'github', redirect: true, redirectTo: undefined, fields: { email: 'ann@example.org' } }
  const authorizationParams = { prompt: 'login', login_hint: 'ann' }
  expect(signInOptionsOf({ ...form, authorizationParams }, '/page', 'prompt=consent')).toEqual({
    fields: { email: 'ann@example.org' },
    redirectTo: '/page',
    authorizationParams: { prompt: 'consent', login_hint: 'ann' },
  })
  expect(signInOptionsOf({ ...form, authorizationParams, redirectTo: '/home' }, '/page').redirectTo).toBe('/home')
})
