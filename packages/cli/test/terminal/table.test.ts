import { expect, test } from 'vitest'
import { alignColumns, formatTime, labeled, printable } from '../../src/terminal/table.ts'

test('aligns columns, also if rows are of different length', () => {
  expect(alignColumns([['handle', 'browser'], ['3f9a', 'Firefox on Linux', 'x'], ['a']])).toEqual([
    'handle  browser',
    '3f9a    Firefox on Linux  x',
    'a',
  ])
  expect(alignColumns([])).toEqual([])
})

test('prints no control character of a user', () => {
  expect(printable('Ada\u001b[2J\r\n\u202eLovelace')).toBe('Ada\ufffd[2J\ufffd\ufffd\ufffdLovelace')
  expect(alignColumns([['\u001b[31m', 'b']])).toEqual(['\ufffd[31m  b'])
  expect(labeled('name', ['a\u0007'])).toEqual(['name           a\ufffd'])
})

test('has a label before the first line only', () => {
  expect(labeled('sessions', ['a', 'b'])).toEqual(['sessions       a', '               b'])
  expect(labeled('name', [''])).toEqual(['name'])
})

test('formats a time without what a person does not need', () => {
  expect(formatTime(new Date('2027-01-31T09:05:59.999Z'))).toBe('2027-01-31 09:05 UTC')
})
