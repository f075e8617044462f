import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { optionsPage } from '../../scripts/options.ts'

test('docs/reference/options.md is up to date; if not, run: node packages/core/scripts/options.ts', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/options.md'), 'utf8')
  expect(page).toBe(optionsPage())
})
