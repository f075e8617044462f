import { describe, expect, test } from 'vitest'
import { optionFields, signInFields } from '../src/lib/components/fields.ts'

describe('the hidden fields of a form', () => {
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
  ])('hold authorization parameters in whatever form they come', (parameters) => {
    expect(signInFields('github', undefined, parameters)).toEqual([
      ['providerId', 'github'],
      ['authorizationParams-prompt', 'login'],
      ['authorizationParams-max_age', '0'],
    ])
  })

  test('hold the options as they are, and nothing that a form has no place for', () => {
    const options = { redirectTo: '/welcome', redirect: false, tenant: 7, callback: () => undefined, none: undefined }
    expect(signInFields('', options, undefined)).toEqual([
      ['redirectTo', '/welcome'],
      ['redirect', 'false'],
      ['tenant', '7'],
    ])
  })

  test('come from FormData too, and know the old name of redirectTo', () => {
    const options = new FormData()
    options.set('callbackUrl', '/bye')
    options.set('redirect', 'false')
    expect(optionFields(options)).toEqual([
      ['redirectTo', '/bye'],
      ['redirect', 'false'],
    ])
    expect(optionFields(undefined)).toEqual([])
  })

  test('name one provider', () => {
    expect(signInFields('github', { providerId: 'google' }, undefined)).toEqual([['providerId', 'github']])
  })
})
