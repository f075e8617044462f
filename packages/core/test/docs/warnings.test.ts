import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { warningCodes } from '../../src/types/warning-codes.ts'

test('docs/reference/warnings.md has a section for each code', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/warnings.md'), 'utf8')
  expect([...page.matchAll(/^## (\S+)$/gm)].map(([, code]) => code)).toEqual(warningCodes)
})
