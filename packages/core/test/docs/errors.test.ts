import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPage } from '../../scripts/reference-tables.ts'
import { errorPage } from '../../scripts/tables/errors.ts'
import { errorDocs, SITE } from '../../src/errors/error-docs.ts'
import { errorTable } from '../../src/errors/error-table.ts'

const root = join(import.meta.dirname, '../../../..')
const types = Object.keys(errorTable)

test.each(types)('the log links to a page about %s, which begins with what the table says', (type) => {
  const page = errorDocs(type).replace(`${SITE}/blob/main/`, '')
  expect([page, existsSync(join(root, page))]).toEqual([`docs/reference/${errorPage(type)}`, true])
  expect(readPage(errorPage(type))).toMatch(new RegExp(`^# ${type}\n\n<!-- generated: error -->\n`))
})

test('docs/reference/errors has a page for no other type', () => {
  const pages = globSync('errors/*.md', { cwd: join(root, 'docs/reference') }).toSorted()
  expect(pages).toEqual(types.map(errorPage).toSorted())
})
