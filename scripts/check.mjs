// `npm run check [path …]`: format, lint, types, layers and the unit tests of what changed, in under a minute.
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

const unit = () =>
  tool('vitest', ['related', '--run', ...projectArguments('unit'), '--passWithNoTests', '--reporter=dot', ...code])

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
