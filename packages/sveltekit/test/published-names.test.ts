import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMissingNames } from '@authwright/test-kit/migration-guide'
import { loadExports } from '@authwright/test-kit/module-exports'
import { expect, test } from 'vitest'

const providers = readdirSync(join(import.meta.dirname, '../node_modules/@auth/sveltekit/dist/providers'))
  .filter((file) => file.endsWith('.d.ts'))
  .map((file) => file.slice(0, -'.d.ts'.length))
  .map((name) => (name === 'index' ? 'providers' : `providers/${name}`))
const entryPoints = ['', 'adapters', 'client', 'components', 'webauthn', ...providers]

const published = (path: string): string => (path === '' ? '@auth/sveltekit' : `@auth/sveltekit/${path}`)
/** The build writes the modules below `providers`. They export what those of core export. */
const ours = (path: string): string =>
  published(path).replace('@auth/sveltekit/providers', '@authwright/core/providers').replace('@auth/', '@authwright/')

const { exportsOf } = loadExports(import.meta.dirname, [...entryPoints.map(published), ...entryPoints.map(ours)])
const namesOf = (specifier: string): readonly string[] => exportsOf(specifier).map(({ name }) => name)

test('a name that @auth/sveltekit exports is exported too, or the migration guide says what to use', async () => {
  expect(entryPoints.flatMap((path) => namesOf(published(path))).length).toBeGreaterThan(260)
  const listed = await readMissingNames()
  const missing = entryPoints.flatMap((path) => {
    const available = new Set(namesOf(ours(path)))
    const absent = namesOf(published(path)).filter((name) => !available.has(name))
    return absent.map((name) => `${path}: ${name}`)
  })
  expect(missing.filter((name) => !listed.includes(name))).toEqual([])
})
