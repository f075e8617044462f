import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'

test('the start page shows the example that the e2e tests build', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/start/sveltekit.md'), 'utf8')
  expect(readmeBlocks(page)).toEqual(readmeFiles(join(import.meta.dirname, 'readme')))
})
