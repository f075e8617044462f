import { expect, test } from 'vitest'
import { makeStatusLine } from '../../src/terminal/status-line.ts'

const ERASE = '\r\u001b[K'

test('replaces the line, and removes it before other text', () => {
  let written = ''
  const { show, clear } = makeStatusLine({ columns: 40, write: (text) => (written += text) })
  clear()
  expect(written).toBe('')
  show('Waiting … 1 s')
  show('Waiting … 2 s')
  clear()
  clear()
  expect(written).toBe(`${ERASE}Waiting … 1 s${ERASE}Waiting … 2 s${ERASE}`)
})

test('the empty text removes the line', () => {
  let written = ''
  const { show } = makeStatusLine({ columns: 40, write: (text) => (written += text) })
  show('')
  show('Waiting')
  show('')
  expect(written).toBe(`${ERASE}Waiting${ERASE}`)
})

test.each([
  [20, `${'x'.repeat(18)}…`],
  [undefined, 'x'.repeat(30)],
  [0, 'x'.repeat(30)],
])('cuts a text that would wrap in a terminal of %s columns', (columns, expected) => {
  let written = ''
  const { show } = makeStatusLine({ ...(columns === undefined ? {} : { columns }), write: (text) => (written += text) })
  show('x'.repeat(30))
  expect(written).toBe(ERASE + expected)
})
