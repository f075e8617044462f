import { expect, test } from 'vitest'
import { findColor, findContrast, findReadableColor, FOR_ICONS, FOR_TEXT, lacksContrast } from './color.ts'

test.each([
  '#fff',
  '#FFFA',
  '#24292f',
  '#24292fcc',
  'rebeccapurple',
  'Gold',
  'rgb(1,2,3)',
  'rgb(1 2 3 / 50%)',
  'rgba(1, 2, 3, .5)',
  'hsl(120deg 50% 50%)',
  'hsla(120, 50%, 50%, 0.4)',
  'oklch(0.6 0.1 200)',
  'hwb(.5turn 10% 20%)',
  'lab(50% -20 +30.5)',
])('%s is a color', (text) => {
  expect(findColor(text)).toBe(text)
})

test.each([
  '',
  ' red',
  'red ',
  're',
  '#ff',
  '#fffff',
  '#ggg',
  'red;',
  'red}',
  'red;}body{background:url(//evil.example)}',
  'red/**/',
  'url(x)',
  'var(--x)',
  'rgb()',
  'rgb(1,2)',
  'rgb(1,2,3,4,5)',
  'rgb(1,2,3);x',
  'rgb(1,2,3',
  'rgb(var(--x),2,3)',
  'rgb(1\n,2,3)',
  'calc(1)',
  'expression(1)',
  '</style>',
  'red\n',
  'red\\',
  'linear-gradient(red,blue)',
  `rgb(${'1'.repeat(60)},2,3)`,
])('%j is not a color', (text) => {
  expect(findColor(text)).toBeUndefined()
})

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
