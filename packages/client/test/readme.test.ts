import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readmeBlocks, readmeFiles } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const blocksOf = (page: string) => readmeBlocks(readFileSync(join(here, '../../..', page), 'utf8'))

// hooks.e2e.ts runs the components in a browser. The other files are compiled with the tests.
test('the examples of the README and of the page about the package are the files of test/readme', () => {
  const shown = { ...blocksOf('packages/client/README.md'), ...blocksOf('docs/reference/packages/client.md') }
  expect(shown).toEqual(readmeFiles(join(here, 'readme')))
})
