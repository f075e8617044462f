import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differences } from '../src/migrate-from/differences.ts'
import { diffOf } from '../src/terminal/diff.ts'

const read = (page: string): string => readFileSync(join(import.meta.dirname, '../../../docs', page), 'utf8')
const guide = read('guides/migrating-from-authjs.md')
/** The tables of differences; the tables of the sections after them have other columns. */
const [tables = ''] = read('reference/differences-from-authjs.md').split(/^## Keep the old account ids$/m)
/** The last cell of each row that has a name, without links. */
const rows = Object.fromEntries(
  [...tables.matchAll(/^\| `([a-z-]+)` \| .* \| (.*) \|$/gm)].map(([, name = '', cell = '']) => [
    name,
    cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  ]),
)

test('every difference has a line to change', () => {
  const rows = [...tables.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ ?\| /))
  const cells = rows.filter(([name]) => name !== 'name')
  expect(cells.length).toBeGreaterThan(50)
  expect(cells.filter((row) => row.length !== 3 || !/\w/.test(row[2] ?? ''))).toStrictEqual([])
})

test.each(Object.entries(differences))('the reference has the sentence of %s', (name, sentence) => {
  expect(rows[name]).toContain(sentence)
})

test('every name in the reference is one that the command prints', () => {
  expect(Object.keys(rows).toSorted()).toStrictEqual(Object.keys(differences).toSorted())
})

test('the applications in the fixtures show every difference', () => {
  const found = globSync('fixtures/*/findings.txt', { cwd: import.meta.dirname }).flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/ ([a-z-]+)$/gm)].map(([, rule = '']) => rule),
  )
  expect([...new Set(found)].toSorted()).toStrictEqual(Object.keys(differences).toSorted())
})

test.each([
  ['express', 'src/config/auth.ts'],
  ['hono', 'src/inline.ts'],
  ['astro', 'astro.config.mjs'],
  ['astro', 'auth.config.ts'],
  ['solid-start', 'src/routes/api/auth/[...solidauth].ts'],
  ['qwik', 'src/routes/plugin@auth.ts'],
])('the guide shows what the command changes in the application %s: %s', (name, path) => {
  const file = (when: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name, when, path), 'utf8')
  const shown = guide.replaceAll(/^```diff .*$/gm, '```diff')
  expect(shown).toContain(`\`\`\`diff\n${diffOf({ path, before: file('before'), after: file('after') })}\n\`\`\`\n`)
})
