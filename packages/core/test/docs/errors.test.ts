import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorTable } from '../../src/errors/error-table.ts'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/reference/errors.md'), 'utf8')
const sections = new Map(page.split(/^## /m).map((text) => [text.split('\n')[0], text.replaceAll('\n', ' ')]))

test.each(Object.entries(errorTable))('docs/reference/errors.md describes %s as the table does', (type, row) => {
  const section = sections.get(type) ?? ''
  expect(section).toContain(`**${row.fix}**`)
  expect(section).toContain(`Status ${row.status}, ${row.isPublic ? 'public' : 'shown as `Configuration`'}`)
  expect(section).toContain(row.kind === 'signIn' ? 'on the sign-in page' : 'on the error page')
  expect(section).toContain(row.canRetry ? 'trying again may help' : 'trying again does not help')
})

test('docs/reference/errors.md describes no other type', () => {
  expect(new Set([...sections.keys()].slice(1))).toEqual(new Set(Object.keys(errorTable)))
})
