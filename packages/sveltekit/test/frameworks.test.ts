import { frameworkTable } from '@authwright/test-kit/framework-table'
import { expect, test } from 'vitest'
import { svelteKit } from './subject.ts'

test('docs/reference/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('sveltekit', [svelteKit(() => '')])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
