import { expect, test } from 'vitest'
import { fixedClock } from './fixed-clock.ts'

test('a fixed clock moves only when told', () => {
  const clock = fixedClock('2030-01-01T12:00:00Z')
  expect(clock.now()).toBe(clock.now())
  clock.forward(90)
  expect(new Date(clock.now()).toISOString()).toBe('2030-01-01T12:01:30.000Z')
})

test('a text that is no instant is refused', () => {
  expect(() => fixedClock('soon')).toThrow(RangeError)
})
