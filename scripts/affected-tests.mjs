// Which tests run beyond `npm test` after a change. `.ci/run` gives the base commit, and passes the printed words to `npm test -- --with`:
// `servers` is a test project, `e2e:packages/next/` its files in that folder, `all` is everything. Without a commit it prints `all`.
import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** @param {readonly string[]} names of folders in `packages` */
const e2eOf = (names) => names.map((name) => `e2e:packages/${name}/`)

/** The databases, crashes and races. */
const storage = [
  'servers',
  'faults',
  'runtimes:packages/adapter-sql/',
  'runtimes:packages/core/test/runtimes/databases',
  'e2e:examples/cluster/',
]
/** The pages of core and the demo, in a browser. */
const browser = ['e2e:packages/core/', 'e2e:packages/client/', 'e2e:examples/sveltekit/']
/** The rest of core. */
const engine = [...browser, 'faults:packages/core/', 'runtimes:packages/core/']
const onNode = ['e2e:packages/node/', 'runtimes:packages/node/', 'servers:packages/node/']
const onWeb = ['e2e:packages/web/', 'runtimes:packages/web/']
/** Applications that Auth.js users have, with our packages. */
const published = ['servers:packages/published-integrations/', 'e2e:packages/published-integrations/']
const commands = [
  ...['servers:packages/cli/', 'servers:packages/create-authwright/'],
  ...['e2e:packages/cli/', 'e2e:packages/create-authwright/'],
]
/** The frameworks with a build of their own. */
const built = ['astro', 'next', 'nuxt', 'qwik', 'react-router', 'solid-start', 'tanstack-start']
const frameworks = [...e2eOf([...built, 'sveltekit']), ...onNode, ...onWeb, ...published]
/**
 * What packages for frameworks call, and what makes every response: the contract runs in each framework. Other tests of the frameworks,
 * and the browser tests of core, run after a change of their own packages, and with everything.
 */
const kit = [
  ...[...built, 'sveltekit'].map((name) => `e2e:packages/${name}/test/contract.e2e`),
  'runtimes:packages/node/',
  'runtimes:packages/web/',
]

/**
 * What a change below a path runs. The longest path that fits counts. A path without a row runs everything.
 *
 * @type {readonly (readonly [path: string, tests: readonly string[]])[]}
 */
export const rows = [
  ['packages/core/src/', engine],
  ['packages/core/test/', engine],
  ['packages/core/scripts/', []],
  ['packages/core/src/store/', storage],
  ['packages/core/src/adapters.ts', storage],
  ['packages/core/src/types/adapter.ts', storage],
  ['packages/adapter-sql/', [...storage, 'e2e:examples/sveltekit/']],
  ['packages/adapter-redis/', storage],
  ['packages/published-adapters/', storage],
  ['packages/core/src/http/', kit],
  ['packages/core/src/framework', kit],
  ...['errors', 'runtime', 'web'].map((folder) => /** @type {const} */ ([`packages/core/src/${folder}/`, kit])),
  ['packages/core/src/index.ts', kit],
  ['packages/core/src/auth.ts', kit],
  ['packages/client/', [...browser, ...frameworks]],
  ['packages/node/', [...onNode, ...e2eOf(['next', 'nuxt']), ...published]],
  ['packages/web/', [...onWeb, ...published]],
  ...built.flatMap((name) =>
    [`packages/${name}/`, `examples/${name}/`, `docs/reference/packages/${name}.md`].map(
      (path) => /** @type {const} */ ([path, e2eOf([name])]),
    ),
  ),
  ...['node', 'express', 'fastify', 'koa', 'nestjs'].map(
    (name) => /** @type {const} */ ([`examples/${name}/`, onNode]),
  ),
  ...['bun', 'deno', 'elysia', 'h3', 'hono', 'workers'].map(
    (name) => /** @type {const} */ ([`examples/${name}/`, onWeb]),
  ),
  ['packages/sveltekit/', [...e2eOf(['sveltekit', 'cli']), 'e2e:examples/sveltekit/']],
  ['examples/sveltekit/', browser],
  ['examples/cluster/', ['e2e:examples/cluster/']],
  ['packages/published-integrations/', published],
  ['packages/emulator/', ['e2e:examples/sveltekit/', ...commands, ...published]],
  // `doctor` and `init` run in these examples.
  ['packages/cli/', [...commands, ...e2eOf(['qwik', 'solid-start'])]],
  ['packages/create-authwright/', commands],
  // `npm test` has all tests of these.
  ['packages/egress/', []],
  // A test runs the commands of the pages.
  ['docs/', ['servers:packages/cli/test/docs/']],
  // The tests compile its code, or write its table.
  ['docs/reference/packages/sveltekit.md', e2eOf(['sveltekit'])],
  ['docs/reference/packages/node.md', onNode],
  ['docs/reference/packages/web.md', onWeb],
  // The tests run what it shows.
  [
    'docs/guides/platforms.md',
    ['servers:packages/node/', 'e2e:packages/create-authwright/', 'e2e:packages/web/test/workers-example'],
  ],
  ['.changeset/', []],
  ['bench/', []],
  ['.github/', []],
]

/** @param {string} path */
const testsFor = (path) =>
  rows
    .filter(([start]) => path.startsWith(start))
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([, tests]) => tests)[0] ?? ['all']

/** Unit tests and the pages of the root are a part of `npm test`. */
const isInNpmTest = (/** @type {string} */ path) => path.endsWith('.test.ts') || /^[^/]+\.md$/.test(path)

/**
 * The words for the changed paths: `['all']`, or what runs beyond `npm test`.
 *
 * @param {readonly string[]} paths
 * @returns {readonly string[]}
 */
export const affectedTests = (paths) => {
  const words = new Set(paths.filter((path) => !isInNpmTest(path)).flatMap(testsFor))
  if (words.has('all')) return ['all']
  // A whole project includes its folders.
  return [...words].filter((word) => !word.includes(':') || !words.has(word.replace(/:.*/, '')))
}

/** @param {string} base */
const changedPaths = (base) =>
  // A renamed file is a change at both places. A name with other characters than ASCII must not be quoted.
  execFileSync('git', ['diff', '--name-only', '--no-renames', '-z', base, 'HEAD'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const base = process.argv[2] ?? ''
  console.log((base === '' ? ['all'] : affectedTests(changedPaths(base))).join(' '))
}
