import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'

test('the example of the README is the one that the e2e tests build', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  expect(readmeBlocks(readme)).toEqual(readmeFiles(join(import.meta.dirname, 'readme')))
})
