import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorTable, isPublicType } from '../../src/errors/error-table.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../docs/guides/custom-pages.md'), 'utf8')

test('docs/guides/custom-pages.md lists all public error types with their status', () => {
  const rows = [...text.slice(text.indexOf('## Error codes')).matchAll(/^\| (`[^|]+) \| (\d{3}) \|/gm)]
  const listed = rows.flatMap(([, names = '', status]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, Number(status)]),
  )
  const publicTypes = Object.entries(errorTable).filter(([type]) => isPublicType(type))
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(publicTypes.map(([type, { status }]) => [type, status])),
  )
})
