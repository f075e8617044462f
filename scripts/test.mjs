// The whole check of this repository, `npm test`. Some stages only: `npm test -- unit`, `npm test -- build lint`.
// Every stage runs even if one before it failed; the last line adds up all tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { inOrder, requireNode, root, run } from './tools.mjs'

requireNode()
const demo = join(root, 'examples/sveltekit')
const tallies = mkdtempSync(join(tmpdir(), 'authwright-tests-'))

const tool = async (command, args, options) => (await run(command, args, options)).code
const vitest = (project) =>
  tool('vitest', ['run', '--project', project, '--reporter=default', '--reporter=./scripts/summary-reporter.mjs'], {
    env: { AUTHWRIGHT_TALLY: join(tallies, `${project}.json`) },
  })

const stages = {
  format: () => tool('oxfmt', ['--check']),
  build: () => build(),
  lint: () =>
    inOrder(
      [
        // The demo's tsconfig extends one that SvelteKit writes, and typed rules need it.
        () => tool('svelte-kit', ['sync'], { cwd: demo }),
        () => tool('oxlint', ['--type-aware', '--deny-warnings']),
      ],
      { stopAtFailure: false },
    ),
  types: () =>
    inOrder(
      [
        () => tool('tsc', ['-b']),
        () => tool('npm', ['run', '--silent', 'check'], { cwd: join(root, 'packages/sveltekit') }),
        () => tool('npm', ['run', '--silent', 'check'], { cwd: demo }),
      ],
      { stopAtFailure: false },
    ),
  layers: () => tool('depcruise', ['--config', '.dependency-cruiser.cjs', 'packages']),
  unit: () => vitest('unit'),
  stories: () => vitest('stories'),
  packages: () => tool(process.execPath, ['scripts/check-packages.mjs']),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in stages))
if (unknown.length > 0) {
  console.error(`No such stage: ${unknown.join(', ')}. There are: ${Object.keys(stages).join(', ')}.`)
  process.exit(1)
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const begun = performance.now()
const results = []
for (const [name, stage] of Object.entries(stages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n=== ${name}`)
  const start = performance.now()
  const ok = (await stage()) === 0
  results.push({ name, ok, time: seconds(start) })
  console.log(`=== ${name}: ${ok ? 'ok' : 'FAILED'} in ${seconds(start)}`)
}

const readTally = (project) => {
  const path = join(tallies, `${project}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { passed: 0, failed: [], skipped: [] }
}
const counted = ['unit', 'stories'].map(readTally)
rmSync(tallies, { recursive: true })
const skipped = counted.flatMap(({ skipped }) => skipped)
const failed = counted.flatMap(({ failed }) => failed)
const passed = counted.reduce((sum, tally) => sum + tally.passed, 0)

console.log(`\nNode ${process.versions.node}, ${seconds(begun)} in all`)
for (const { name, ok, time } of results) console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(9)} ${time}`)
// Once more at the end: between a failure of the first stage and here lie thousands of lines, and some machines keep only the last.
for (const { name, lines } of failed)
  console.log([`  failed: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n'))
for (const { name, reason } of skipped) console.log(`  skipped: ${name} (${reason})`)
const unskippable = process.env['CI'] === 'true' && skipped.length > 0
if (unskippable) console.log('  FAILED  under CI no test may be skipped')

process.exitCode = unskippable || results.some(({ ok }) => !ok) ? 1 : 0
console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`)
