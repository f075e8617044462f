import { expect, test } from 'vitest'
import { findColor } from './color.ts'
import { findContrast, findReadableColor, FOR_ICONS, FOR_TEXT, lacksContrast } from './contrast.ts'

const color = (text: string) => {
  const found = findColor(text)
  if (found === undefined) throw new Error(`${text} is not a color`)
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
  expect(findContrast(color(one), color(other))).toBeCloseTo(contrast, 1)
  expect(findContrast(color(other), color(one))).toBeCloseTo(contrast, 1)
})

test('has no result for colors that only a browser can compute', () => {
  for (const text of ['red', 'rgb(1 2 3)', '#1234', '#12345678']) {
    expect(findContrast(color(text), color('#fff'))).toBeUndefined()
    expect(lacksContrast(color(text), color('#fff'), FOR_TEXT)).toBe(false)
    expect(findReadableColor(color(text), FOR_TEXT)).toBeUndefined()
  }
})

test.each([
  ['#2f5bd0', FOR_TEXT, '#fff'],
  ['#ffd400', FOR_TEXT, '#000'],
  ['#4285f4', FOR_TEXT, '#000'],
  ['#4285f4', FOR_ICONS, '#fff'],
  ['#777777', FOR_TEXT, '#000'],
])('on %s a contrast of %d needs %s', (background, minimum, text) => {
  expect(findReadableColor(color(background), minimum)).toBe(text)
})
