import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles } from '../../scripts/catalog.ts'
import { readCatalog } from '../../scripts/catalog/entries.ts'

const written = await generatedFiles()
const entries = await readCatalog()

test.each(Object.entries(written))('%s matches the provider entries; if not, run scripts/catalog.ts', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test.each(entries.map((entry) => [entry.file, entry] as const))('%s has an id, a name and a type', (_file, entry) => {
  expect(entry.id).toMatch(/^[a-z\d][a-z\d-]*$/)
  expect(entry.made['name']).toEqual(expect.any(String))
  expect(['oauth', 'oidc', 'email', 'credentials', 'webauthn']).toContain(entry.type)
  expect(entry.exported).toMatch(/^\w+$/)
})

test('every OAuth entry names its sources', () => {
  // A file that only exports another entry again has no comment.
  const undocumented = entries.filter(({ note }) => note !== '' && !note.includes('https://'))
  expect(undocumented.filter(({ type }) => type === 'oauth' || type === 'oidc').map(({ file }) => file)).toEqual([])
})

test('no two entries have the same id, except for a file that exports an entry again', () => {
  const ids = entries.filter(({ note }) => note !== '').map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})
