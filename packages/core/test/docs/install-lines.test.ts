import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

type Ranges = Readonly<Record<string, string>>
interface Manifest {
  name: string
  version: string
  private?: boolean
  dependencies?: Ranges
  devDependencies?: Ranges
  peerDependencies?: Ranges
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest
const readManifests = (pattern: string) => globSync(pattern, { cwd: root }).map(readManifest)
const namesIn = (...lists: readonly (Ranges | undefined)[]) => lists.flatMap((list) => Object.keys(list ?? {}))

const published = new Map(
  readManifests('packages/*/package.json')
    .filter((manifest) => manifest.private !== true)
    .map((manifest) => [manifest.name, manifest]),
)
const known = new Set([
  ...published.keys(),
  ...readManifests('{,docs/,packages/*/,examples/*/}package.json').flatMap((manifest) =>
    namesIn(manifest.dependencies, manifest.devDependencies, manifest.peerDependencies),
  ),
])

const pages = globSync(['README.md', 'packages/*/README.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: (path) => /node_modules$|^docs\/(?:decisions|reference\/api|\.code)$/.test(path),
}).map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }))

/** The packages that the line installs, without versions, and those that its comment names ("and your framework: koa"). */
const packagesOf = (line: string) => {
  const [command = '', comment = ''] = line.split(/\s+#\s/)
  const installed = command.split(/\s+/).slice(2)
  return {
    installed: installed.filter((word) => !word.startsWith('-')).map((word) => word.replace(/(?<=.)@.*/, '')),
    named: (comment.match(/@?[a-z][\w/-]*/g) ?? []).filter((word) => known.has(word)),
  }
}

const installLines = (text: string) => (text.match(/^npm install \S.*$/gm) ?? []).map(packagesOf)

const isOptional = (manifest: Manifest, peer: string) => manifest.peerDependenciesMeta?.[peer]?.optional === true

/** What npm installs with a package by itself. */
const installedWith = (name: string): string[] => {
  const manifest = published.get(name)
  if (manifest === undefined) return [name]
  const peers = namesIn(manifest.peerDependencies).filter((peer) => !isOptional(manifest, peer))
  return [name, ...peers, ...namesIn(manifest.dependencies).flatMap(installedWith)]
}

/** Client libraries of databases, nodemailer and so on. The demo has them, and a new application does not. */
const optionalPeers = ['@authwright/core', '@authwright/adapter-sql'].flatMap((name) =>
  namesIn(published.get(name)?.peerDependencies),
)

/** What a new application of the framework has: the packages of the example. Servers start without a package. */
const ofNewApplication = (page: string) => {
  const framework = basename(page) === 'README.md' ? basename(dirname(page)) : basename(page, '.md')
  const path = `examples/${framework}/package.json`
  if (!existsSync(join(root, path))) return []
  const { dependencies, devDependencies } = readManifest(path)
  const names = namesIn(dependencies, devDependencies)
  const isOwn = names.includes(`@authwright/${framework}`)
  return isOwn ? names.filter((name) => !name.startsWith('@authwright/') && !optionalPeers.includes(name)) : []
}

/** What an application has that moves to Authwright. */
const before: Readonly<Record<string, readonly string[]>> = {
  'docs/guides/migrating-from-authjs.md': ['@auth/core', '@auth/pg-adapter', 'pg'],
}

/** The files that `npm pack` makes in a clone. */
const isPacked = (name: string) => name.startsWith('../packed/')

/** Modules that a framework or a runtime makes, and no package. */
const isMade = (name: string) => ['server-only', 'bun'].includes(name) || isBuiltin(name)

const IMPORT = /(?:^\s*(?:import|export)\s[^'"\n]*\bfrom|^\s*\}\s*from|^\s*import|\bimport\()\s*['"]([^'"]+)['"]/gm

const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? ''

/** The packages that the code of a page imports, and the one that has the command `authwright`. */
const packagesUsed = (text: string) => {
  const blocks = [...text.matchAll(/^```(?:tsx?|jsx?|mjs|astro|svelte|vue)\b[^\n]*\n(.*?)^```$/gms)]
  const specifiers = blocks.flatMap(([, code = '']) =>
    [...code.matchAll(IMPORT)].map(([, specifier = '']) => specifier),
  )
  const ofPackages = specifiers.filter((specifier) => /^@?[a-z][^:]*$/.test(specifier)).map(packageOf)
  return new Set(/^npx authwright /m.test(text) ? [...ofPackages, '@authwright/cli'] : ofPackages)
}

/** These pages stand alone. Others continue with the application that one of these made. */
const isStart = (page: string) => page.startsWith('packages/') || page.startsWith('docs/start/')

test('each package in an install line exists', () => {
  const lines = pages.flatMap(({ page, text }) => installLines(text).map(({ installed }) => ({ page, installed })))
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter(({ installed }) => !installed.every((name) => known.has(name) || isPacked(name)))).toEqual([])
})

test('a page with an install line installs all packages that its code imports', () => {
  const checked = pages.filter(({ page, text }) => isStart(page) || installLines(text).length > 0)
  const missing = checked.map(({ page, text }) => {
    const installed = installLines(text).flatMap((line) => [...line.installed, ...line.named])
    const present = new Set([...installed.flatMap(installedWith), ...ofNewApplication(page), ...(before[page] ?? [])])
    return { page, missing: [...packagesUsed(text)].filter((name) => !present.has(name) && !isMade(name)) }
  })
  expect(missing.filter((found) => found.missing.length > 0)).toEqual([])
})

test('a version of a package of Authwright is the current one', () => {
  const found = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/(@authwright\/[\w-]+)@[\^~]?(\d[\w.-]*)/g)].map(([, name = '', version]) => ({
      page,
      name,
      version,
    })),
  )
  expect(found).not.toEqual([])
  expect(found.filter(({ name, version }) => published.get(name)?.version !== version)).toEqual([])
})
