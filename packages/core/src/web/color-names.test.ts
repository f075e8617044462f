import { expect, test } from 'vitest'
import { describeUnknownColor } from './color-names.ts'

test.each(['blue', 'Gold', 'rebeccapurple', 'transparent', 'currentColor', 'CanvasText'])('%s is known', (name) => {
  expect(describeUnknownColor(name)).toBeUndefined()
})

test.each([
  ['bleu', 'blue'],
  ['GREN', 'green'],
  ['lightsteelbleu', 'lightsteelblue'],
])('for %s, %s was probably meant', (name, meant) => {
  expect(describeUnknownColor(name)).toBe(`"${name}" is not the name of a color; did you mean "${meant}"?`)
})

test.each(['acme', 'constructor', 'ourbrand'])('for %s no color is named', (name) => {
  expect(describeUnknownColor(name)).toBe(`"${name}" is not the name of a color`)
})
