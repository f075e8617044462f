import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { affectedTests, rows } from '../../../scripts/affected-tests.mjs'
import { filesOf, leftOutOf, suites } from '../../../scripts/suites.mjs'

const root = join(import.meta.dirname, '../../..')

const paths = globSync('{packages,examples}/*/{src,test}/**/*.ts', {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
})
const filesOfProject = (project: string): readonly string[] => paths.filter((path) => path.endsWith(`.${project}.ts`))

/** The files of all projects but `unit` that the words run. */
const filesFor = (words: readonly string[]): readonly string[] =>
  suites.flatMap((suite) => {
    const [parts, files] = [filesOf(suite, words), filesOfProject(suite.project)]
    if (parts === 'all') return files
    return files.filter((file) => parts !== 'none' && parts.some((part) => file.includes(part)))
  })

test.each([
  ['no path', [], []],
  ['pages of the root and unit tests', ['README.md', 'packages/core/src/jwt.test.ts'], []],
  ['what fetches addresses', ['packages/egress/src/index.ts'], []],
])('%s: nothing beyond npm test', (_what, paths, expected) => {
  expect(affectedTests(paths)).toEqual(expected)
})

test('documentation: the tests that run its commands', () => {
  const servers = filesFor(affectedTests(['docs/guides/databases.md'])).filter((file) => file.endsWith('.servers.ts'))
  expect(servers).toEqual(['packages/cli/test/docs/commands.servers.ts'])
})

test.each([
  'package-lock.json',
  'package.json',
  'vitest.config.ts',
  'tsconfig.base.json',
  '.ci/run',
  'scripts/suites.mjs',
  'scripts/README.md',
  'packages/test-kit/src/fault-matrix.ts',
  'packages/test-kit/runtimes/package-lock.json',
  'packages/testing/src/frameworks.ts',
  'packages/core/package.json',
  'packages/a-new-package/src/index.ts',
  'examples/a-new-example/src/index.ts',
  'packages/core-two/src/index.ts',
])('%s: everything, also beside a change that needs nothing', (path) => {
  expect(affectedTests(['docs/index.md', path, 'packages/next/src/index.ts'])).toEqual(['all'])
})

test.each(['packages/core/src/store/bind-adapter.ts', 'packages/adapter-sql/src/index.ts'])(
  '%s: all databases, crashes and races',
  (path) => {
    const words = affectedTests([path])
    expect(words).toEqual(expect.arrayContaining(['servers', 'faults', 'runtimes:packages/adapter-sql/']))
  },
)

test.each([
  'packages/core/src/http/match.ts',
  'packages/core/src/framework.ts',
  'packages/core/src/framework/guard.ts',
])('%s: the contract of every framework', (path) => {
  const files = filesFor(affectedTests([path]))
  for (const name of ['astro', 'next', 'nuxt', 'qwik', 'react-router', 'solid-start', 'sveltekit', 'tanstack-start'])
    expect(files).toContain(`packages/${name}/test/contract.e2e.ts`)
  for (const name of ['node', 'web']) expect(files).toContain(`packages/${name}/test/runtimes/contract.runtimes.ts`)
  expect(files).not.toContain('packages/sveltekit/test/broken-frameworks.e2e.ts')
})

test.each(['packages/next/src/proxy.ts', 'examples/next/auth.ts', 'docs/reference/packages/next.md'])(
  '%s: the tests of this framework',
  (path) => {
    expect(affectedTests([path])).toEqual(['e2e:packages/next/'])
  },
)

test('every example has a row', () => {
  for (const folder of globSync('examples/*/package.json', { cwd: root }))
    expect([folder, affectedTests([folder])]).not.toEqual([folder, ['all']])
})

test('a change of two parts runs the tests of both', () => {
  expect(affectedTests(['packages/qwik/src/index.ts', 'examples/astro/astro.config.ts'])).toEqual([
    'e2e:packages/qwik/',
    'e2e:packages/astro/',
  ])
})

test('a whole project includes its folders', () => {
  const words = affectedTests(['packages/core/src/pages/a.ts', 'packages/core/src/store/a.ts'])
  expect(words).toContain('faults')
  expect(words).not.toContain('faults:packages/core/')
})

test('a page, a method or the client: the browser files of core and of the demo', () => {
  for (const path of [
    'packages/core/src/pages/page.ts',
    'packages/core/src/methods/email/a.ts',
    'packages/client/src/a.ts',
  ])
    expect(filesFor(affectedTests([path]))).toEqual(
      expect.arrayContaining(['packages/core/test/pages/behavior.e2e.ts', 'examples/sveltekit/test/passkey.e2e.ts']),
    )
})

test('every path of the table exists, and every word names files', () => {
  for (const [path, words] of rows) {
    expect([path, existsSync(join(root, path)) || paths.some((each) => each.startsWith(path))]).toEqual([path, true])
    for (const word of words) {
      const [project = '', folder = ''] = word.split(':')
      expect([word, filesOfProject(project).some((file) => file.includes(folder))]).toEqual([word, true])
    }
  }
})

test('a change of a package runs all tests of its own folder', () => {
  const all = filesFor(suites.map(({ project }) => project))
  const folders = new Set(all.map((file) => file.split('/').slice(0, 2).join('/')))
  expect(folders.size).toBeGreaterThan(15)
  for (const folder of folders) {
    const own = all.filter((file) => file.startsWith(`${folder}/`))
    const words = affectedTests([`${folder}/src/new.ts`])
    const files = words.includes('all') ? all : filesFor(words)
    expect([folder, own.filter((file) => !files.includes(file))]).toEqual([folder, []])
  }
})

test('the last line says what was left out, and which parts of it ran', () => {
  const sentences = (words: readonly string[]) => suites.flatMap((suite) => leftOutOf(suite, words))
  expect(sentences([])).toHaveLength(4)
  expect(sentences(suites.map(({ project }) => project))).toEqual([])
  expect(sentences(['servers', 'faults', 'runtimes', 'e2e:packages/next/'])).toEqual([
    'e2e (all but one journey per sign-in method and the server examples), except packages/next/',
  ])
})
