import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameworkTable } from '@authwright/test-kit/framework-table'
import { readmeBlocks } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import { astroSubject } from './subject.ts'

const root = join(import.meta.dirname, '../../..')

test('docs/reference/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('astro', [astroSubject(() => '')])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})

const readPage = (path: string): string => readFileSync(join(root, 'docs', path), 'utf8')

test('the page that signs in by itself is one of the application that the checks run against', () => {
  const [, block = 'none'] = /^```astro .*\n([\s\S]*?)^```$/m.exec(readPage('reference/packages/astro.md')) ?? []
  const page = readFileSync(join(import.meta.dirname, 'app/src/pages/enter.astro'), 'utf8')
  expect(page).toContain(block.replace('/account', '/api/me'))
})

test('the start page shows examples/astro', () => {
  const blocks = Object.entries(readmeBlocks(readPage('start/astro.md')))
  expect(blocks.length).toBeGreaterThan(3)
  for (const [name, text] of blocks) {
    expect({ name, text }).toEqual({ name, text: readFileSync(join(root, 'examples/astro', name), 'utf8') })
  }
})
