import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { counterparts, findReplacement, packageOf, peers } from '../src/migrate-from/entry-points.ts'

const root = join(import.meta.dirname, '../../..')

const readExports = (folder: string): readonly string[] => {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8')
  const { exports } = JSON.parse(text) as { readonly exports: Readonly<Record<string, unknown>> }
  return Object.keys(exports).filter((path) => path !== './package.json')
}

const ofSvelteKit = createRequire(join(root, 'packages/sveltekit/package.json'))

const installed = {
  '@auth/core': 'node_modules/@auth/core',
  '@auth/express': 'node_modules/@auth/express',
  '@hono/auth-js': 'packages/published-integrations/node_modules/@hono/auth-js',
  '@auth/sveltekit': relative(root, dirname(ofSvelteKit.resolve('@auth/sveltekit/package.json'))),
}

/** What the packages of Auth.js export and the table leaves out on purpose. */
const withoutCounterpart: readonly string[] = []

test.each(Object.entries(installed))('every entry point of %s is in the table', (name, folder) => {
  const missing = readExports(folder).filter((path) => counterparts[name]?.entryPoints[path] === undefined)
  expect(missing.map((path) => name + path.slice(1))).toStrictEqual(
    withoutCounterpart.filter((specifier) => specifier.startsWith(name)),
  )
})

test.each(Object.entries(counterparts))('every replacement of %s is exported', (_, { entryPoints, replacements }) => {
  const missing = Object.values(entryPoints).filter((specifier) => {
    const name = packageOf(specifier)
    return !readExports(`packages/${name.replace('@authwright/', '')}`).includes(`.${specifier.slice(name.length)}`)
  })
  expect(missing).toStrictEqual([])
  expect(Object.values(entryPoints).map(packageOf)).toContain(replacements[0])
})

test('the versions of the packages that an application installs are those that @authwright/core accepts', () => {
  const text = readFileSync(join(root, 'packages/core/package.json'), 'utf8')
  const { peerDependencies } = JSON.parse(text) as { readonly peerDependencies: Readonly<Record<string, string>> }
  for (const [name, { version, majors }] of Object.entries(peers)) {
    const accepted = peerDependencies[name]?.split(' || ') ?? []
    expect(accepted).toContain(version)
    expect(accepted.map((range) => Number(/\d+/.exec(range)?.[0]))).toStrictEqual(majors)
  }
  expect(Object.keys(peers)).toStrictEqual(Object.keys(peerDependencies))
})

test('every provider of @auth/core has a replacement', () => {
  const providers = globSync('providers/*.js', { cwd: join(root, installed['@auth/core']) })
  const own = globSync('*.ts', { cwd: join(root, 'packages/core/src/providers') })
  expect(providers.length).toBeGreaterThan(100)
  const replacements = providers.map((path) =>
    findReplacement({ name: '@auth/core', path: `./providers/${basename(path, '.js')}` }),
  )
  const missing = replacements.filter((specifier) => {
    const id = specifier?.slice('@authwright/core/providers'.length + 1)
    return id === undefined || (id !== '' && !own.includes(`${id}.ts`))
  })
  expect(missing).toStrictEqual([])
})
