import { expect, test } from 'vitest'
import { readPage } from '../../scripts/reference-tables.ts'
import { warningCodes } from '../../src/types/warning-codes.ts'

test('docs/reference/warnings.md has a section for each code', () => {
  expect([...readPage('warnings.md').matchAll(/^## (\S+)$/gm)].map(([, code]) => code)).toEqual(warningCodes)
})
