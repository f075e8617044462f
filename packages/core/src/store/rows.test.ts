import { describe, expect, test } from 'vitest'
import { isEmailVerified } from './rows.ts'

const ms = Date.parse('2030-01-01T12:00:00Z')

describe('an e-mail address', () => {
  test.each([
    new Date(ms),
    new Date(0),
    '2030-01-01T12:00:00.000Z',
    '2030-01-01 12:00:00',
    '2030-01-01 12:00:00+00',
    '2030-01-01',
    String(ms),
    ms,
    1,
    true,
  ])('is verified if the column holds %o', (emailVerified) => {
    expect(isEmailVerified({ emailVerified })).toBe(true)
  })

  test.each([
    null,
    undefined,
    false,
    0,
    '',
    '0',
    'false',
    '5',
    '1e13',
    '0x1b8df5a3800',
    'Infinity',
    ` ${ms}`,
    `-${ms}`,
    `${ms}00`,
    '2030',
    '2030-99-01',
    '0000-00-00 00:00:00',
    new Date(Number.NaN),
    Number.NaN,
    -1,
    {},
    [],
  ])('is not verified if the column holds %o', (emailVerified) => {
    expect(isEmailVerified({ emailVerified })).toBe(false)
  })

  test('is not verified if the row has no such column', () => expect(isEmailVerified({ id: 'u1' })).toBe(false))
})
