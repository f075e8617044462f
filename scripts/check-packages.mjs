// Packs every published package as npm does. Checks the tarballs with publint and attw, compiles applications with
// them, and counts what a site with them loads, how long it takes to start, and what an operation allocates.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { checkAllocation } from './check-allocation.mjs'
import { checkApplications } from './check-applications.mjs'
import { checkColdStart } from './check-cold-start.mjs'
import { checkLoading } from './check-loading.mjs'
import { requireNode, root, run } from './tools.mjs'

requireNode()
const folder = mkdtempSync(join(tmpdir(), 'authwright-pack-'))
/** The tarballs by the name of the package. */
const tarballs = new Map()

const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))

/** What the page of a package on npm shows, and that CI signs where the package comes from. */
const METADATA = ['description', 'homepage', 'bugs', 'repository', 'license', 'publishConfig']

/** Tests, caches, source maps and sources. Only components of a framework are published as they are written. */
const STRAY = /\.(test|servers|faults|runtimes|e2e)\.|tsbuildinfo|\.map$|(^|\/)test\/|^src\/(?!components\/)/

/** Each of the 135 providers has two files in core, and in the packages that export them again. */
const MAX_FILES = 383
const MAX_SIZE = 1_500_000

const checkPackage = async (name) => {
  const at = join(root, 'packages', name)
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: at, quiet: true })
  if (packed.code !== 0) return packed.output
  const start = packed.output.indexOf('[')
  const [{ filename, files, unpackedSize }] = JSON.parse(packed.output.slice(start, packed.output.lastIndexOf(']') + 1))
  const tarball = join(folder, filename)
  tarballs.set(name, tarball)
  const strays = files.map(({ path }) => path).filter((path) => STRAY.test(path))
  const missing = ['LICENSE', 'package.json'].filter((path) => !files.some((file) => file.path === path))
  const lost = readdirSync(join(at, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && isClientModule(join(at, 'src', path)))
    .map((path) => `dist/${path.replace(/ts$/, 'js')}`)
    .filter((path) => !isClientModule(join(at, path)))
  const complaints = [
    ...lost.map((path) => `${path} has lost the directive 'use client'`),
    ...strays.map((path) => `${path} must not be in the tarball`),
    ...missing.map((path) => `${path} is missing from the tarball`),
    ...METADATA.filter((field) => manifestOf(name)[field] === undefined).map((field) => `package.json has no ${field}`),
    ...(manifestOf(name).files.includes('CHANGELOG.md') ? [] : ['package.json does not publish CHANGELOG.md']),
    ...(files.length > MAX_FILES ? [`${files.length} files are published, and ${MAX_FILES} may be`] : []),
    ...(unpackedSize > MAX_SIZE ? [`${unpackedSize} bytes are published, and ${MAX_SIZE} may be`] : []),
    ...(await lint(tarball)),
  ]
  const runTool = async (tool, args) => {
    const { code, output } = await run(tool, args, { quiet: true, env: { NO_COLOR: '1' } })
    if (code !== 0) complaints.push(`${tool}:\n${output}`)
  }
  await runTool('attw', [tarball, '--profile', 'esm-only', '--no-emoji', ...untypedEntryPoints(name)])
  return complaints.join('\n')
}

/** What publint reports. The sources are not published: only the tests of this repository set their condition. */
const lint = async (tarball) => {
  const { buffer } = new Uint8Array(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  return messages
    .filter(({ path }) => path.at(-1) !== 'authwright-source')
    .map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** Bundlers of React server components look for this directive. */
const isClientModule = (path) => readFileSync(path, 'utf8').startsWith("'use client'")

/** An entry point for components exports .svelte or .astro files, which only a bundler with their plugin resolves. */
const untypedEntryPoints = (name) => {
  const { exports } = manifestOf(name)
  const untyped = Object.keys(exports).filter((path) => (exports[path].svelte ?? exports[path].astro) !== undefined)
  return untyped.length > 0 ? ['--exclude-entrypoints', ...untyped] : []
}

let failed = false
/** Whether the folder is a package that is not private. */
const isPublished = (name) =>
  existsSync(join(root, 'packages', name, 'package.json')) && manifestOf(name).private !== true

const packages = readdirSync(join(root, 'packages')).filter(isPublished)
const waiting = packages.values()
/** Checks packages until none is left. Two of these keep two cores busy. */
const checkRemaining = async () => {
  for (const name of waiting) {
    const complaint = await checkPackage(name)
    if (complaint === '') continue
    failed = true
    console.error(`packages/${name}\n${complaint}\n`)
  }
}
await Promise.all([checkRemaining(), checkRemaining()])
const applications = join(folder, 'applications')
const checks = [
  () => checkApplications(applications, tarballs),
  () => checkLoading(applications),
  () => checkColdStart(),
  () => checkAllocation(),
]
for (const checkAll of checks) {
  const reported = await checkAll()
  if (reported === '') continue
  failed = true
  console.error(reported)
}
rmSync(folder, { recursive: true })
process.exitCode = failed ? 1 : 0
