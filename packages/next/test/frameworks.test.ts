import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameworkTable } from '@authwright/test-kit/framework-table'
import { readmeBlocks } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import { next } from './subject.ts'

const root = join(import.meta.dirname, '../../..')

test('docs/reference/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('next', [next(() => '')])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})

test('the start page shows examples/next', () => {
  const blocks = Object.entries(readmeBlocks(readFileSync(join(root, 'docs/start/next.md'), 'utf8')))
  expect(blocks.length).toBeGreaterThan(3)
  for (const [name, text] of blocks) {
    expect({ name, text }).toEqual({ name, text: readFileSync(join(root, 'examples/next', name), 'utf8') })
  }
})
