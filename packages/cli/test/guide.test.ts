import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { differences } from '../src/migrate-from/differences.ts'
import { diffOf } from '../src/terminal/diff.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/migrating-from-authjs.md'), 'utf8')
const table = /^## Differences from Auth\.js$([\s\S]*?)^###? /m.exec(guide)?.[1] ?? ''
/** The last cell of each row that has a name, without links. */
const rows = Object.fromEntries(
  [...table.matchAll(/^\| `([a-z-]+)` \| .* \| (.*) \|$/gm)].map(([, name = '', cell = '']) => [
    name,
    cell.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  ]),
)

test('every difference has a line to change', () => {
  const cells = [...table.matchAll(/^\| (.*) \|$/gm)].slice(2).map(([, row = '']) => row.split(/ ?\| /))
  expect(cells.length).toBeGreaterThan(40)
  expect(cells.filter((row) => row.length !== 3 || !/\w/.test(row[2] ?? ''))).toStrictEqual([])
})

test.each(Object.entries(differences))('the guide has the sentence of %s', (name, sentence) => {
  expect(rows[name]).toContain(sentence)
})

test('every name in the guide is one that the command prints', () => {
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
  const read = (when: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name, when, path), 'utf8')
  expect(guide).toContain(`\`\`\`diff\n${diffOf({ path, before: read('before'), after: read('after') })}\n\`\`\`\n`)
})
