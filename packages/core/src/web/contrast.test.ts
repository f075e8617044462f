import { expect, test } from 'vitest'
import { findColor } from './color.ts'
import { findContrast, findReadableColor, FOR_ICONS, FOR_TEXT, lacksContrast } from './contrast.ts'

const colour = (text: string) => {
  const found = findColor(text)
  if (found === undefined) throw new Error(`${text} is no colour`)
  return found
}

test.each([
  ['#000', '#fff', 21],
  ['#fff', '#ffffff', 1],
  ['#777777', '#fff', 4.48],
  ['#767676', '#fff', 4.54],
  ['#f00', '#fff', 4],
  ['#1a73e8', '#ffffff', 4.51],
])('%s on %s is %d', (one, other, contrast) => {
  expect(findContrast(colour(one), colour(other))).toBeCloseTo(contrast, 1)
  expect(findContrast(colour(other), colour(one))).toBeCloseTo(contrast, 1)
})

test('what only a browser can work out is left to it', () => {
  for (const text of ['red', 'rgb(1 2 3)', '#1234', '#12345678']) {
    expect(findContrast(colour(text), colour('#fff'))).toBeUndefined()
    expect(lacksContrast(colour(text), colour('#fff'), FOR_TEXT)).toBe(false)
    expect(findReadableColor(colour(text), FOR_TEXT)).toBeUndefined()
  }
})

test.each([
  ['#2f5bd0', FOR_TEXT, '#fff'],
  ['#ffd400', FOR_TEXT, '#000'],
  ['#4285f4', FOR_TEXT, '#000'],
  ['#4285f4', FOR_ICONS, '#fff'],
  ['#777777', FOR_TEXT, '#000'],
])('on %s at least %d needs %s', (ground, least, text) => {
  expect(findReadableColor(colour(ground), least)).toBe(text)
})
