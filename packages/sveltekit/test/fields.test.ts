import { describe, expect, test } from 'vitest'
import { optionFields, signInFields } from '../src/lib/components/fields.ts'

describe('the hidden fields of the forms', () => {
  test.each([
    [{ prompt: 'login', max_age: '0' }],
    ['prompt=login&max_age=0'],
    [new URLSearchParams({ prompt: 'login', max_age: '0' })],
    [
      [
        ['prompt', 'login'],
        ['max_age', '0'],
      ],
    ],
  ])('contain authorization parameters in each form of URLSearchParams', (parameters) => {
    expect(signInFields('github', undefined, parameters)).toEqual([
      ['providerId', 'github'],
      ['authorizationParams-prompt', 'login'],
      ['authorizationParams-max_age', '0'],
    ])
  })

  test('contain the options that are strings, numbers or booleans', () => {
    const options = { redirectTo: '/welcome', redirect: false, tenant: 7, callback: () => undefined, none: undefined }
    expect(signInFields('', options, undefined)).toEqual([
      ['redirectTo', '/welcome'],
      ['redirect', 'false'],
      ['tenant', '7'],
    ])
  })

  test('accept FormData and the earlier name callbackUrl', () => {
    const options = new FormData()
    options.set('callbackUrl', '/bye')
    options.set('redirect', 'false')
    expect(optionFields(options)).toEqual([
      ['redirectTo', '/bye'],
      ['redirect', 'false'],
    ])
    expect(optionFields(undefined)).toEqual([])
  })

  test('contain whether the sign-in links the account to the signed-in user', () => {
    expect(signInFields('github', { link: false }, undefined, { link: true })).toEqual([
      ['providerId', 'github'],
      ['link', 'true'],
    ])
    expect(signInFields('', { link: true }, undefined)).toEqual([['link', 'true']])
  })

  test('contain the property redirectTo in place of the option', () => {
    const options = { callbackUrl: '/option', tenant: 7 }
    const fields = [
      ['tenant', '7'],
      ['redirectTo', '/property'],
    ]
    expect(optionFields(options, '/property')).toEqual(fields)
    expect(signInFields('', options, undefined, { redirectTo: '/property' })).toEqual(fields)
  })

  test('contain one provider', () => {
    expect(signInFields('github', { providerId: 'google' }, undefined)).toEqual([['providerId', 'github']])
  })
})
