import { describe, expect, test } from 'vitest'
import { AuthError, SignInError } from './auth-error.ts'
import * as classes from './error-classes.ts'
import { errorInfo, errorTable, isPublicType, readErrorQuery, type ErrorType } from './error-table.ts'

const { authError, ...own } = classes
const query = (text: string) => readErrorQuery(new URLSearchParams(text))

describe('the error table', () => {
  test.each(Object.entries({ AuthError, SignInError, ...own }))('agrees with the class %s', (name, { type, kind }) => {
    expect([type, errorTable[type as ErrorType].kind]).toEqual([name, kind])
  })

  test.each(Object.entries(errorTable))('makes an error without a class: %s', (type, { kind }) => {
    const error = authError(type as ErrorType, 'why', { provider: 'oa' })
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ type, kind, name: type, message: 'why', cause: { provider: 'oa' } })
  })
})

describe('errorInfo', () => {
  test('shows a public type with its row', () => {
    expect(errorInfo(new classes.AccessDenied())).toEqual({
      ...errorTable.AccessDenied,
      type: 'AccessDenied',
      retryAfter: undefined,
    })
  })

  test('shows Configuration in place of a private type, with the status of the private type', () => {
    expect(errorInfo(new classes.AdapterError())).toMatchObject({ type: 'Configuration', status: 503, isPublic: false })
  })

  test('treats an unknown type and a value that is not an AuthError as Configuration', () => {
    class Locked extends AuthError {
      static override type = 'Locked'
    }
    for (const error of [new Locked(), new Error('why'), 'text', null]) {
      expect(errorInfo(error)).toMatchObject({ type: 'Configuration', status: 500 })
    }
  })

  test.each([
    [720, 720],
    [0.2, 1],
    [1e9, 259_200],
    [0, undefined],
    [-1, undefined],
    ['720', undefined],
  ])('reads the seconds %o of TooManyRequests as %o', (retryAfter, expected) => {
    expect(errorInfo(new classes.TooManyRequests('why', { retryAfter })).retryAfter).toBe(expected)
  })

  test('has no seconds for other types', () => {
    expect(errorInfo(new classes.AccessDenied('why', { retryAfter: 720 })).retryAfter).toBeUndefined()
  })
})

describe('readErrorQuery', () => {
  test('reads a public type', () => {
    expect(query('error=TooManyRequests&retryAfter=720')).toEqual({
      error: 'TooManyRequests',
      code: 'TooManyRequests',
      retryAfter: 720,
    })
  })

  test('reads an empty query', () => {
    expect(query('')).toEqual({ error: undefined, code: undefined, retryAfter: undefined })
  })

  test.each(['AdapterError', 'constructor', 'toString', 'Locked'])('reads the unknown type %s as Default', (error) => {
    expect(query(`error=${error}`)).toMatchObject({ error: 'Default', code: error })
    expect(isPublicType(error)).toBe(false)
  })

  test.each(['', 'two words', '<b>', '__proto__', 'x'.repeat(41)])('does not pass on the text %o', (error) => {
    expect(query(new URLSearchParams({ error }).toString())).toMatchObject({ error: 'Default', code: undefined })
  })

  test.each(['', '-1', '1e3', '0', '1234567', 'soon'])('does not read %o as seconds', (retryAfter) => {
    expect(query(`retryAfter=${retryAfter}`).retryAfter).toBeUndefined()
  })

  test.each(['CALL0800', 'ab12cd34', 'AB12CD3', 'AB12CD345', 'AB12CD34\n', '<script>'])(
    'does not show %o, which is no reference',
    (reference) => {
      expect(query(new URLSearchParams({ reference }).toString()).reference).toBeUndefined()
      expect(query('reference=AB12CD34').reference).toBe('AB12CD34')
    },
  )
})
