import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMissingNames } from '@authwright/test-kit/migration-guide'
import { loadExports } from '@authwright/test-kit/module-exports'
import ts from 'typescript'
import { expect, test } from 'vitest'

const filesOf = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending) && !/^index\.|\.test\.|\.d\.ts\.map$/.test(file))
    .map((file) => `providers/${file.slice(0, -ending.length)}`)

const publishedProviders = filesOf(dirname(fileURLToPath(import.meta.resolve('@auth/core/providers/github'))), '.d.ts')
const providers = filesOf(join(import.meta.dirname, '../../src/providers'), '.ts')

const ours = (path: string): string => (path === '' ? '@authwright/core' : `@authwright/core/${path}`)
const published = (path: string): string => ours(path).replace('@authwright', '@auth')

const entryPoints = ['', 'adapters', 'errors', 'jwt', 'types', 'providers', ...publishedProviders]
const { checker, exportsOf } = loadExports(import.meta.dirname, [
  ...new Set([...entryPoints, ...providers].map(ours)),
  ...entryPoints.map(published),
])
const namesOf = (specifier: string): readonly string[] => exportsOf(specifier).map(({ name }) => name)

test('a name that @auth/core exports is exported too, or the migration guide says what to use', async () => {
  expect(entryPoints.flatMap((path) => namesOf(published(path))).length).toBeGreaterThan(340)
  const missing = entryPoints.flatMap((path) => {
    const available = new Set(namesOf(ours(path)))
    const absent = namesOf(published(path)).filter((name) => !available.has(name))
    return absent.map((name) => `${path}: ${name}`)
  })
  expect(missing.toSorted()).toEqual((await readMissingNames()).toSorted())
})

/** The members of the profiles that a provider exports, by the name of the profile. */
const profilesOf = (specifier: string) =>
  new Map(
    exportsOf(specifier)
      .filter(({ name }) => name.endsWith('Profile'))
      .map((symbol) => {
        const declared = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
        const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(declared))
        return [symbol.name, new Map(members.map((member) => [member.name, checker.getTypeOfSymbol(member)]))] as const
      }),
  )

const isUntyped = (type: ts.Type | undefined): boolean =>
  type === undefined || (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) !== 0

const LARGEST_SHARE = 0.05

test.each([
  ['members of the profiles of @auth/core', publishedProviders, published, 950],
  ['members that the profiles declare', providers, ours, 2000],
] as const)('of the %s at least 95 %% have a type', (_name, paths, specifierOf, atLeast) => {
  const members = paths.flatMap((path) => {
    const typed = profilesOf(ours(path))
    return [...profilesOf(specifierOf(path))].flatMap(([profile, wanted]) =>
      [...wanted.keys()].map((name) => ({ name: `${path}: ${profile}.${name}`, type: typed.get(profile)?.get(name) })),
    )
  })
  const untyped = members.filter(({ type }) => isUntyped(type)).map(({ name }) => name)
  expect(members.length).toBeGreaterThan(atLeast)
  expect({ untyped, isTooMuch: untyped.length / members.length > LARGEST_SHARE }).toMatchObject({ isTooMuch: false })
})
