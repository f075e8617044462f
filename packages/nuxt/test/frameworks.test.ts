import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frameworkTable } from '@authwright/test-kit/framework-table'
import { readmeBlocks } from '@authwright/test-kit/readme-blocks'
import { expect, test } from 'vitest'
import { nuxtSubject } from './subject.ts'

const root = join(import.meta.dirname, '../../..')

test('docs/reference/frameworks.md shows what is checked', () => {
  const fail = () => Promise.reject(new Error('not started'))
  const { written, measured } = frameworkTable('nuxt', [nuxtSubject({ start: fail, develop: fail })])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})

test('the start page shows examples/nuxt', () => {
  const blocks = Object.entries(readmeBlocks(readFileSync(join(root, 'docs/start/nuxt.md'), 'utf8')))
  expect(blocks.length).toBeGreaterThan(4)
  for (const [name, text] of blocks) {
    expect({ name, text }).toEqual({ name, text: readFileSync(join(root, 'examples/nuxt', name), 'utf8') })
  }
})
