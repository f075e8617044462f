import { describe, expect, test, vi } from 'vitest'
import { frameworkOf } from '../../src/application/frameworks.ts'
import { checks, diagnose, selectChecks } from '../../src/doctor/diagnose.ts'
import { makeFacts, SECRET, type Faults } from './healthy.ts'
import { injectedFaults } from './injected-faults.ts'

/** What the checks find: their ids and texts. */
const findIn = async (faults?: Faults) => {
  const facts = await makeFacts(faults)
  const selected = selectChecks({ only: [], skip: [], isOffline: false }, facts.isProduction)
  return (await diagnose(selected, facts)).filter(({ level }) => level !== 'ok')
}

test('there are at least 40 checks with different ids, and a injected fault for each', () => {
  expect(checks.length).toBeGreaterThanOrEqual(40)
  expect(Object.keys(injectedFaults).toSorted()).toEqual(checks.map(({ id }) => id).toSorted())
})

test('nothing is found in an application without a fault', async () => {
  expect(await findIn()).toEqual([])
})

/** Other checks that the same fault concerns. */
const alsoFinds: Readonly<Record<string, readonly string[]>> = {
  'url.insecure': ['url.running'],
  'cookies.unsent': ['url.insecure', 'url.running'],
  'providers.any-tenant': ['providers.issuer'],
  'config.passkeys-http': ['url.insecure', 'url.running'],
}

describe.each(Object.entries(injectedFaults))('%s', (id, faults) => {
  test('finds its injected fault, and no other check fires', async () => {
    const found = await findIn(faults)
    expect(found.map((each) => each.id).toSorted()).toEqual([id, ...(alsoFinds[id] ?? [])].toSorted())
  })
})

const missingClient = injectedFaults['providers.variables'] ?? {}
const missingServer = { ...injectedFaults['mail.server'], env: { SMTP_URL: '' } }
const pending = injectedFaults['database.migrations'] ?? {}
const devScript = { 'package.json': '{ "scripts": { "dev": "authwright dev -- vite dev" } }' }

test.each<[string, string, Faults, Faults]>([
  [
    'a client that the emulator replaces',
    'STAFF_SECRET is not set',
    { ...missingClient, source: 'emulateInDevelopment([Staff])' },
    missingClient,
  ],
  [
    'a mail server that authwright dev replaces',
    'SMTP_URL, which has its SMTP server, is not set',
    { ...missingServer, source: 'server: process.env.SMTP_URL', files: devScript },
    { ...missingServer, source: "server: process.env['SMTP_URL']" },
  ],
  [
    'migrations that the adapter applies itself',
    'the database lacks',
    { ...pending, source: "sqliteAdapter({ path: 'app.db' })" },
    { ...pending, source: "sqliteAdapter({ path: 'app.db', migrate: false })" },
  ],
])('%s is a note in development', async (_what, text, replaced, unreplaced) => {
  const findText = async (faults: Faults) => (await findIn(faults)).filter(({ found }) => found.includes(text))
  const levelsOf = async (faults: Faults) => (await findText(faults)).map(({ level }) => level)
  const [level] = await levelsOf(replaced)
  expect(['warn', 'fail']).toContain(level)
  expect(await levelsOf({ ...replaced, isProduction: false })).toEqual(['note'])
  expect(await levelsOf({ ...unreplaced, isProduction: false })).toEqual([level])
})

test('says how to install the package of the framework, and what the library says to do about its error', async () => {
  const fixOf = async (faults: Faults) => (await findIn(faults))[0]?.fix
  const missing = injectedFaults['config.package-missing'] ?? {}
  const install = (packages: readonly string[], development?: string) =>
    `pnpm add ${packages.join(' ')}${development === undefined ? '' : ` (${development} for development)`}`
  const fix = 'pnpm add @authwright/sveltekit; npx @authwright/cli init writes the files'
  expect(await fixOf({ ...missing, project: { ...missing.project, install } })).toBe(fix)
  const qwik = { framework: 'qwik', dependencies: { '@builder.io/qwik-city': '^1.0.0' }, install }
  const files = { 'src/routes/plugin@auth.ts': 'export const { onRequest } = routeAuth$(() => ({}))' }
  expect(await fixOf({ project: qwik, files })).toMatch(
    /^pnpm add @authwright\/qwik @authwright\/core \(@authwright\/qwik for development\);/,
  )
  expect(await fixOf({ written: { theme: { brandColor: '2f5bd0' } } })).toMatch(
    /^Change theme\.brandColor from "2f5bd0" to "#2f5bd0"/,
  )
})

test('a check that throws or hangs is a finding, is pending until then, and the others are made', async () => {
  const facts = await makeFacts()
  const check = { level: 'warn', why: '', fix: '', docs: '' } as const
  const fails = { ...check, id: 'own.fails', find: () => Promise.reject(new Error('out of memory')) }
  const works = { ...check, id: 'own.works', find: () => undefined }
  expect(await diagnose([fails, works], facts)).toMatchObject([
    { level: 'warn', found: 'the check failed: out of memory' },
    { level: 'ok', found: '' },
  ])
  vi.useFakeTimers()
  const hangs = { ...check, id: 'own.hangs', find: () => new Promise<undefined>(() => undefined) }
  const done: string[] = []
  const result = diagnose([hangs, works], facts, (id) => void done.push(id))
  await vi.advanceTimersByTimeAsync(4_999)
  expect(done).toEqual(['own.works'])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toEqual(['own.works', 'own.hangs'])
  expect(await result).toMatchObject([{ level: 'warn', found: expect.stringContaining('5 s') }, { level: 'ok' }])
  vi.useRealTimers()
})

test('no check prints a secret, whatever it finds', async () => {
  for (const faults of Object.values(injectedFaults)) {
    const facts = await makeFacts(faults)
    const found = JSON.stringify(await diagnose(checks, facts))
    expect(found).not.toMatch(/canary/)
    expect(found).not.toContain(SECRET)
  }
})

test.each([
  "export * from './auth'",
  'export const handle = sequence(first, second)',
  'export { handle } from "./auth"',
  'export {\n  handle,\n  handleError,\n} from "./auth"',
  'export { authHandle as handle } from "./auth"',
  'export const { handle, signIn } = SvelteKitAuth({ providers: [] })',
  'export async function handle(input) { return auth.handle(input) }',
])('src/hooks.server.ts with %s calls the library', async (text) => {
  expect(await findIn({ files: { 'src/hooks.server.ts': text } })).toEqual([])
})

test.each([
  "import { handle } from './auth'",
  "// export { handle } from './auth'",
  "/*\nexport { handle } from './auth'\n*/",
  "import { handle } from './auth'\nexport const handleError = () => ({ message: 'Error' })",
  "export const handleError = () => ({ message: 'Error' })\nimport { handle } from './auth'",
  'const { handle } = SvelteKitAuth({ providers: [] })\nexport const init = () => {}',
])('src/hooks.server.ts with %s does not call the library', async (text) => {
  expect(await findIn({ files: { 'src/hooks.server.ts': text } })).toMatchObject([{ id: 'config.hook' }])
})

test.each(['src/hooks.ts', 'src/hooks.client.js', 'src/lib/hooks.server.ts', 'src/routes/hooks.server.ts'])(
  'names %s as a file from which SvelteKit does not read handle',
  async (path) => {
    const [found] = await findIn({ files: { 'src/hooks.server.ts': '', [path]: "export { handle } from './auth'" } })
    expect(found?.found).toContain(
      `does not read ${path} for it: export { handle } from './auth' in src/hooks.server.ts`,
    )
  },
)

describe.each([
  [
    'qwik',
    '@builder.io/qwik-city',
    { 'src/routes/plugin@auth.ts': 'export const { onRequest } = routeAuth$(() => ({}))' },
  ],
  ['solid-start', '@solidjs/start', { 'vite.config.ts': "solidStart({ middleware: './src/middleware.ts' })" }],
])('an application of %s', (framework, usedBy, files) => {
  const dependencies = { [usedBy]: '^2.0.0', [`@authwright/${framework}`]: '^0.1.0', '@authwright/core': '^0.1.0' }
  const own = `@authwright/${framework}`

  test('is recognized, and nothing is found in it', async () => {
    expect(frameworkOf(dependencies)?.id).toBe(framework)
    expect(frameworkOf({ express: '^5.0.0', ...dependencies })?.id).toBe(framework)
    expect(await findIn({ project: { framework, dependencies }, files })).toEqual([])
  })

  test('that does not call the library, or lacks the package, is reported', async () => {
    const empty = Object.fromEntries(Object.keys(files).map((path) => [path, '']))
    const found = await findIn({ project: { framework, dependencies }, files: empty })
    expect(found.map(({ id, found: text }) => [id, text])).toEqual([
      ['config.hook', expect.stringContaining('does not call the library')],
    ])
    const { [own]: _own, ...others } = dependencies
    expect((await findIn({ project: { framework, dependencies: others }, files })).map(({ id }) => id)).toEqual([
      'config.package-missing',
    ])
  })
})
