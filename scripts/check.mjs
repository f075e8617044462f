// `npm run check [path …]`: format, lint, types, layers, and the unit tests of the same package that import what changed, in under a
// minute.
// Without a path: the uncommitted changes or, in a clean tree, the last commit. With paths: the files at and below them.
import { execFileSync } from 'node:child_process'
import { format, layers, lint, names, tool, types } from './stages.mjs'
import { projectArguments } from './suites.mjs'
import { requireNode, root } from './tools.mjs'

requireNode()
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')

const changed = () => {
  const uncommitted = [
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...git('ls-files', '-o', '--exclude-standard'),
  ]
  return uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', '--diff-filter=d', 'HEAD~1', 'HEAD')
}

const paths = process.argv.slice(2)
const files = paths.length > 0 ? git('ls-files', '-co', '--exclude-standard', '--', ...paths) : changed()
const code = files.filter((file) => /\.(?:ts|mjs|svelte)$/.test(file))

/** Unit tests that try so many cases that each takes more than five seconds. */
const sweeps = [
  'packages/adapter-sql/test/versions/versions.test.ts',
  'packages/core/src/crypto/weak-secret.test.ts',
  'packages/core/test/hostile/return-addresses.test.ts',
  'packages/core/test/oauth/many-sign-ins.test.ts',
  'packages/core/test/oauth/network.test.ts',
  'packages/emulator/test/catalog/catalog.test.ts',
]

/** The tests of the other packages, and the sweeps: `npm test` runs them. */
const leftOut = () => {
  const folderOf = (file) => file.split('/').slice(0, 2).join('/')
  const folders = new Set(code.map(folderOf))
  const others = [...new Set(git('ls-files', 'packages/*/package.json').map(folderOf))].filter(
    (name) => !folders.has(name),
  )
  return [...others.map((name) => `${name}/**`), ...sweeps.filter((file) => !code.includes(file))]
}

const unit = () =>
  tool('vitest', [
    'related',
    '--run',
    ...projectArguments('unit'),
    '--passWithNoTests',
    '--reporter=dot',
    ...leftOut().map((glob) => `--exclude=${glob}`),
    ...code,
  ])

const stages = {
  format,
  lint: () => (code.length > 0 ? lint(paths.length > 0 ? paths : code) : names()),
  types,
  layers,
  unit: () => (code.length > 0 ? unit() : 0),
}

console.log(`Checking ${files.length} files`)
const failed = []
for (const [name, stage] of Object.entries(stages)) {
  const start = performance.now()
  if ((await stage()) !== 0) failed.push(name)
  console.log(
    `=== ${name}: ${failed.includes(name) ? 'FAILED' : 'ok'} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
}
process.exitCode = failed.length > 0 ? 1 : 0
console.log(failed.length > 0 ? `FAILED: ${failed.join(', ')}` : 'All passed. npm test runs the rest.')
