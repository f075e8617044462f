import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'

const here = import.meta.dirname

// hooks.e2e.ts runs the components in a browser. The other files are compiled with the tests.
test('the examples of the README are the files of test/readme', () => {
  expect(readmeBlocks(readFileSync(join(here, '../README.md'), 'utf8'))).toEqual(readmeFiles(join(here, 'readme')))
})
