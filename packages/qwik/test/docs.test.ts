import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameworkTable } from '@authwright/test-kit/framework-table'
import { readmeBlocks } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import { subjectOf } from './subject.ts'

test('the start page shows examples/qwik', () => {
  const example = join(import.meta.dirname, '../../../examples/qwik')
  const blocks = readmeBlocks(readFileSync(join(import.meta.dirname, '../../../docs/start/qwik.md'), 'utf8'))
  const names = Object.keys(blocks)
  expect(names).toContain('src/routes/plugin@auth.ts')
  expect(blocks).toEqual(Object.fromEntries(names.map((name) => [name, readFileSync(join(example, name), 'utf8')])))
})

test('docs/reference/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('qwik', [subjectOf(() => '')])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
