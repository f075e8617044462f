import { expect, test } from 'vitest'
import { fixedClock } from './fixed-clock.ts'

test('a fixed clock moves only with forward', () => {
  const clock = fixedClock('2030-01-01T12:00:00Z')
  expect(clock.now()).toBe(clock.now())
  clock.forward(90)
  expect(new Date(clock.now()).toISOString()).toBe('2030-01-01T12:01:30.000Z')
})

test('rejects a text that is not an instant', () => {
  expect(() => fixedClock('soon')).toThrow(RangeError)
})
