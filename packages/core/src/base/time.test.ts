import { expect, test } from 'vitest'
import { CLOCK_TOLERANCE, hasBegun, isTokenCurrent } from './time.ts'

const NOW = 1_900_000_000

test.each<[string, object, boolean]>([
  ['expires in the future', { exp: NOW + 1 }, true],
  ['expires within this second', { exp: NOW + 0.5 }, true],
  ['expires now', { exp: NOW }, false],
  ['expired a second ago', { exp: NOW - 1 }, false],
  ['has no exp', {}, false],
  ['has a text as exp', { exp: String(NOW + 60) }, false],
  ['has null as exp', { exp: null }, false],
  ['has NaN as exp', { exp: Number.NaN }, false],
  ['never expires', { exp: Number.POSITIVE_INFINITY }, false],
  ['was issued by a clock ahead by the tolerance', { exp: NOW + 300, iat: NOW + CLOCK_TOLERANCE }, true],
  ['was issued beyond the tolerance', { exp: NOW + 300, iat: NOW + CLOCK_TOLERANCE + 1 }, false],
  ['has a text as iat', { exp: NOW + 300, iat: 'today' }, false],
  ['begins within the tolerance', { exp: NOW + 300, nbf: NOW + CLOCK_TOLERANCE }, true],
  ['begins beyond the tolerance', { exp: NOW + 300, nbf: NOW + CLOCK_TOLERANCE + 1 }, false],
  ['has null as nbf', { exp: NOW + 300, nbf: null }, false],
])('a token that %s is current: %3$j', (_what, claims, current) => {
  expect(isTokenCurrent({ ...claims }, NOW)).toBe(current)
})

test('a token needs no exp to have begun', () => {
  expect([hasBegun({}, NOW), hasBegun({ iat: NOW - 1, nbf: NOW }, NOW)]).toEqual([true, true])
  expect([hasBegun({ iat: NOW + 61 }, NOW), hasBegun({ nbf: NOW + 61 }, NOW)]).toEqual([false, false])
})
