// `npm test` and, with `--with all`, `npm run test:all`. Some stages only: `npm test -- unit`, `npm test -- build lint`. More than
// `npm test` has: `npm test -- --with servers e2e:packages/next/`, the words of scripts/affected-tests.mjs.
// Every stage runs even if an earlier one failed. The last lines count all tests and list the stages that did not run.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { checkDocs } from './docs.mjs'
import { format, layers, lint, packages, svelteTypes, tool, types } from './stages.mjs'
import { filesOf, leftOutOf, projectArguments, suites } from './suites.mjs'
import { inOrder, requireNode } from './tools.mjs'

requireNode()
const args = process.argv.slice(2)
const isMore = args[0] === '--with'
const wanted = isMore ? [] : args
/** What runs beyond `npm test`, in the words of scripts/affected-tests.mjs. A suite that the command line names runs all files. */
const more = args.includes('all') ? suites.map(({ project }) => project) : args.slice(isMore ? 1 : 0)
const summaries = mkdtempSync(join(tmpdir(), 'authwright-tests-'))

// Tests that write counts into the docs must not write at the same time.
const order = process.env['AUTHWRIGHT_WRITE_DOCS'] === '1' ? ['--no-file-parallelism'] : []

const vitest = (project, files) =>
  tool(
    'vitest',
    [
      'run',
      ...projectArguments(project),
      '--reporter=default',
      '--reporter=./scripts/summary-reporter.mjs',
      ...order,
      ...files,
    ],
    { env: { AUTHWRIGHT_SUMMARY: join(summaries, `${project}.json`) } },
  )

const stages = {
  format,
  build: () => build(),
  lint: () => lint(),
  types: () => inOrder([types, svelteTypes], { stopAtFailure: false }),
  layers,
  docs: checkDocs,
  ...Object.fromEntries(
    suites.flatMap((suite) => {
      const files = filesOf(suite, more)
      return files === 'none' ? [] : [[suite.project, () => vitest(suite.project, files === 'all' ? [] : files)]]
    }),
  ),
  packages,
}

const isProject = (name) => suites.some(({ project }) => project === name)
const unknown = isMore
  ? more.filter((word) => !isProject(word.split(':')[0]))
  : wanted.filter((name) => !(name in stages))
if (unknown.length > 0) {
  const names = [...new Set([...Object.keys(stages), ...suites.map(({ project }) => project)])]
  console.error(`No such stage: ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
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

const readSummary = ({ project }) => {
  const path = join(summaries, `${project}.json`)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { passed: 0, failed: [], skipped: [] }
}
const counted = suites.map(readSummary)
rmSync(summaries, { recursive: true })
const skipped = counted.flatMap((summary) => summary.skipped)
const failed = counted.flatMap((summary) => summary.failed)
const passed = counted.reduce((sum, summary) => sum + summary.passed, 0)

console.log(`\nNode ${process.versions.node}, ${seconds(begun)} in all`)
for (const { name, ok, time } of results) console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(9)} ${time}`)
// Failures are repeated here, because the output of all stages has thousands of lines.
for (const { name, lines } of failed)
  console.log([`  failed: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n'))
for (const { name, reason } of skipped) console.log(`  skipped: ${name} (${reason})`)
const mayNotSkip = process.env['CI'] === 'true' && skipped.length > 0
if (mayNotSkip) console.log('  FAILED  with CI=true no test may be skipped')

const leftOut = () => {
  if (wanted.length > 0) return `every stage but ${wanted.join(', ')}`
  const parts = suites.flatMap((suite) => leftOutOf(suite, more))
  return parts.length === 0 ? 'nothing' : `${parts.join('; ')}. npm run test:all runs them.`
}

process.exitCode = mayNotSkip || results.some(({ ok }) => !ok) ? 1 : 0
console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`)
console.log(`Left out: ${leftOut()}`)
