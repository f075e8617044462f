import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorTable, isPublicType } from '../../src/errors/error-table.ts'

const text = readFileSync(join(import.meta.dirname, '../../../../docs/pages.md'), 'utf8')

test('the guide lists every error that a page can get, with its status, and no other', () => {
  const rows = [...text.slice(text.indexOf('## Error codes')).matchAll(/^\| (`[^|]+) \| (\d{3}) \|/gm)]
  const listed = rows.flatMap(([, names = '', status]) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name, Number(status)]),
  )
  const known = Object.entries(errorTable).filter(([type]) => isPublicType(type))
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(known.map(([type, { status }]) => [type, status])))
})
