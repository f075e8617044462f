// Writes src/lib/providers: one door for each provider of core. `node scripts/providers.ts` after core gained some; a test
// compares.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const here = join(import.meta.dirname, '..')
const source = join(here, '../core/src/providers')
export const target = join(here, 'src/lib/providers')

const doorTo = (id: string): string =>
  id === 'index'
    ? `export type * from '@authwright/core/providers'\n`
    : `export * from '@authwright/core/providers/${id}'\nexport { default } from '@authwright/core/providers/${id}'\n`

/** The files that belong into the folder: text by name. */
export const doors = (): Readonly<Record<string, string>> => {
  const names = readdirSync(source).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return Object.fromEntries(names.map((name) => [name, doorTo(name.slice(0, -'.ts'.length))]))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const [name, text] of Object.entries(doors())) writeFileSync(join(target, name), text)
}
