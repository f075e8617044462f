import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorDocs, SITE } from '../../src/errors/error-docs.ts'
import { errorTable } from '../../src/errors/error-table.ts'

const root = join(import.meta.dirname, '../../../..')
const reference = join(root, 'docs/reference')
const types = Object.entries(errorTable)

const list = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** What the page of a type says if users cause the error. */
const aboutUsers = (reasons: 'any' | readonly string[]): string | undefined => {
  if (reasons === 'any') return 'Only users cause it: it is a debug message in the log, unless code failed.'
  if (reasons.length === 0) return undefined
  const names = list.format(reasons.map((reason) => `\`${reason}\``))
  return `With the \`reason\` ${names}, only users cause it: it is a debug message in the log.`
}

test.each(types)('the log links to a page that describes %s as the table does', (type, row) => {
  const page = readFileSync(join(root, errorDocs(type).replace(`${SITE}/blob/main/`, '')), 'utf8')
  expect(page.split('\n')[0]).toBe(`# ${type}`)
  const text = page.replaceAll('\n', ' ')
  expect(text).toContain(`**${row.fix}**`)
  expect(text).toContain(`Status ${row.status}, ${row.isPublic ? 'public' : 'shown as `Configuration`'}`)
  expect(text).toContain(row.kind === 'signIn' ? 'on the sign-in page' : 'on the error page')
  expect(text).toContain(row.canRetry ? 'trying again may help' : 'trying again does not help')
  expect(/(?:With the `reason` [^.]*o|O)nly users cause it[^.]*\./.exec(text)?.[0]).toBe(aboutUsers(row.userReasons))
})

test('docs/reference/errors has a page for no other type', () => {
  const pages = globSync('*.md', { cwd: join(reference, 'errors') }).toSorted()
  expect(pages).toEqual(types.map(([type]) => `${type.toLowerCase()}.md`).toSorted())
})

test('docs/reference/errors.md lists every type as the table does', () => {
  const rows = readFileSync(join(reference, 'errors.md'), 'utf8').match(/^\| \[.*$/gm)
  const expected = types.map(
    ([type, { fix, status, isPublic }]) =>
      `| [\`${type}\`](errors/${type.toLowerCase()}.md) | ${fix} | ${status} | ${isPublic ? 'yes' : 'no'} |`,
  )
  expect(rows).toEqual(expected)
})
