import { expect, test } from 'vitest'
import { findColor } from './color.ts'

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
