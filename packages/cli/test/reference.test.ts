import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeReference, referencePage } from '../scripts/reference.ts'

test('docs/reference/cli.md is that of the help texts: node --conditions=authwright-source packages/cli/scripts/reference.ts', async () => {
  expect(readFileSync(referencePage, 'utf8')).toBe(await makeReference())
})
