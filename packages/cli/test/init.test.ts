import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { templates } from '../src/init/templates.ts'
import { frameworks } from '../src/application/frameworks.ts'
import { readTemplates } from '../scripts/templates.ts'
import { authwright, readFolder, writeFolder } from './support/command-line.ts'

const init = (folder: string, ...args: readonly string[]) => authwright(['init', '--cwd', folder, ...args])

const manifest = (dependencies: object): Readonly<Record<string, string>> => ({
  'package.json': JSON.stringify({ dependencies }),
})

test('src/init/templates.ts has the files of the start pages: node packages/cli/scripts/templates.ts', () => {
  expect(templates).toEqual(readTemplates())
})

describe.each(frameworks)('$id', ({ id, usedBy, envFile }) => {
  test('is found by package.json, and gets the files of its start page and a secret', async () => {
    const folder = writeFolder(manifest({ [usedBy]: '^9.0.0' }))
    const { code, output } = await init(folder, '--yes', '--json')
    expect(code).toBe(0)
    const { framework, files } = JSON.parse(output) as { readonly framework: string; readonly files: readonly string[] }
    expect(framework).toBe(id)
    expect(files.toSorted()).toEqual([...Object.keys(templates[id] ?? {}), envFile].toSorted())
    const { 'package.json': _manifest, [envFile]: variables, ...written } = readFolder(folder)
    expect(variables).toMatch(/^AUTH_SECRET="[^"]{44}"\n$/)
    expect(Object.keys(written).toSorted()).toEqual(Object.keys(templates[id] ?? {}).toSorted())
    // The start page signs in at GitHub, or says which line to write for it.
    const texts = Object.values(written).join('\n')
    expect(texts).toMatch(/import GitHub from '@authwright\/[a-z-]+\/providers\/github'/)
    expect(texts).toMatch(/providers: \[GitHub\]/)
    expect(texts).not.toContain('analytical')
    const others = Object.entries(written).filter(([, text]) => !text.includes('GitHub'))
    // One line of the start page is for Cache Components of Next.js, which this application does not have.
    const shown = (path: string) => templates[id]?.[path]?.replace(/\n.*\nexport const instant = false\n/, '')
    for (const [path, text] of others) expect(text).toBe(shown(path))
  })
})

test('shows a diff without the secret, and writes only what the user confirms', async () => {
  const folder = writeFolder({ ...manifest({ '@sveltejs/kit': '^3.0.0' }), '.env': 'OTHER=canary\n' })
  const before = readFolder(folder)
  const questions: string[] = []
  const ask = (question: string) => Promise.resolve(questions.push(question) === 0)
  const declined = await authwright(['init', '--cwd', folder], { ask })
  expect(declined).toMatchObject({ code: 1, messages: '' })
  expect(declined.output).toContain('+++ b/src/auth.ts')
  expect(declined.output).toContain('+AUTH_SECRET="<random>"')
  expect(declined.output).not.toContain('canary')
  expect(questions).toEqual(['Write 8 files?'])
  expect(readFolder(folder)).toEqual(before)
  expect(await init(folder, '--dry-run')).toMatchObject({ code: 0, output: declined.output })
  expect(readFolder(folder)).toEqual(before)
  expect((await init(folder)).code).toBe(2)
  expect((await init(folder, '--yes')).code).toBe(0)
  expect(readFolder(folder)['.env']).toMatch(/^OTHER=canary\nAUTH_SECRET="[^"]{44}"\n$/)
})

test('leaves files that exist and says so, and a second run changes nothing', async () => {
  const own = { 'src/routes/+page.svelte': '<h1>Mine</h1>\n', '.env': 'AUTH_SECRET=canary\n' }
  const folder = writeFolder({ ...manifest({ '@sveltejs/kit': '2.30.0' }), ...own })
  const { messages, output } = await init(folder, '--yes')
  expect(messages).toContain('src/routes/+page.svelte exists and was not changed. Add the lines with +')
  expect(messages).toContain('https://github.com/authwright/authwright/blob/main/docs/start/sveltekit.md')
  expect(output).not.toContain('canary')
  const once = readFolder(folder)
  expect(once).toMatchObject(own)
  // SvelteKit 2 has no src/env.ts.
  expect(Object.keys(once)).not.toContain('src/env.ts')
  const again = await init(folder, '--json')
  expect(JSON.parse(again.output)).toMatchObject({ ok: true, written: false, files: [] })
  expect(again.output).not.toContain('src/auth.ts exists')
  expect(readFolder(folder)).toEqual(once)
})

test('shows the lines that an existing file lacks', async () => {
  const config =
    "export default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  devtools: { enabled: true },\n})\n"
  const folder = writeFolder({ ...manifest({ nuxt: '^4.0.0' }), 'nuxt.config.ts': config })
  const { messages } = await init(folder, '--yes')
  expect(messages)
    .toContain(`nuxt.config.ts exists and was not changed. Add the lines with +. They replace a start page of the framework:
+import { defineNuxtConfig } from 'nuxt/config'

 export default defineNuxtConfig({
   compatibilityDate: '2026-11-01',
+  modules: ['@authwright/nuxt'],
 })
`)
  expect(readFolder(folder)['nuxt.config.ts']).toBe(config)
})

const kit = manifest({ '@sveltejs/kit': '^3.0.0', '@authwright/sveltekit': '^0.1.0' })

test('shows the lines that a server lacks, for an application that has one already', async () => {
  const server = "import Koa from 'koa'\n\nconst app = new Koa()\napp.listen(8080)\n"
  const folder = writeFolder({ ...manifest({ koa: '^3.0.0' }), 'src/index.ts': server })
  const { messages } = await init(folder, '--yes')
  expect(messages).toContain(`src/index.ts exists and was not changed. Add the lines with +`)
  expect(messages).toContain(`
+import { KoaAuth } from '@authwright/node/koa'
 import Koa from 'koa'
+import { authConfig } from './auth.config.ts'

+const auth = KoaAuth(authConfig)

 const app = new Koa()
+app.use(auth)
`)
  // The application has a port of its own.
  expect(messages).not.toContain('listen')
  expect(messages).toContain('docs/start/node.md')
  expect(Object.keys(readFolder(folder))).toEqual(['.env', 'package.json', 'src/auth.config.ts', 'src/index.ts'])
  const complete = `import { KoaAuth } from '@authwright/node/koa'\n${server}`
  const calls = writeFolder({ ...readFolder(folder), 'src/index.ts': complete })
  expect((await init(calls, '--yes')).messages).not.toContain('Add the lines')
})

test.each([
  ['commonjs', './auth.config'],
  ['module', './auth.config.js'],
])('shows the import that the root module of NestJS lacks, in a package of the type %s', async (type, path) => {
  const root = "import { Module } from '@nestjs/common'\n\n@Module({ imports: [] })\nexport class AppModule {}\n"
  const dependencies = { '@nestjs/core': '^12.0.0', express: '^5.0.0' }
  const folder = writeFolder({
    'package.json': JSON.stringify({ type, dependencies }),
    'src/app.module.ts': root,
  })
  const { messages } = await init(folder, '--yes')
  expect(messages).toContain(`src/app.module.ts exists and was not changed`)
  expect(messages).toContain(`
+import { AuthModule } from '@authwright/node/nestjs'
+import { authConfig } from '${path}'

 @Module({
+  imports: [AuthModule.forRoot(authConfig), …],
`)
  expect(Object.keys(readFolder(folder))).toEqual(['.env', 'package.json', 'src/app.module.ts', 'src/auth.config.ts'])
})

test('does not write files of h3 2 into an application of h3 1', async () => {
  const { code, messages } = await init(writeFolder(manifest({ h3: '^1.15.0' })), '--yes')
  expect([code, messages]).toEqual([2, expect.stringContaining('names no framework that is known')])
})

test('shows how an own handle of SvelteKit and that of the library run both', async () => {
  const own = { 'src/hooks.server.ts': 'export const handle = ({ event, resolve }) => resolve(event)\n' }
  const { messages } = await init(writeFolder({ ...kit, ...own }), '--yes')
  expect(messages).toContain(`src/hooks.server.ts has its own handle and was not changed.`)
  expect(messages).toContain('+export const handle = sequence(authHandle, yours)\n')
  expect(messages).not.toContain('+export { handle }')
  expect(messages).toContain("+export { handleError } from '@authwright/sveltekit'\n")
})

test.each([
  [
    'export const handle = ({ event, resolve }) => resolve(event)',
    '+export const handle = sequence(authHandle, yours)',
  ],
  ['export const init = () => undefined', "+export { handle } from './auth'"],
])('does not show a second handleError for a hooks file of SvelteKit with %s', async (line, shown) => {
  const own = { 'src/hooks.server.ts': `${line}\nexport const handleError = ({ error }) => report(error)\n` }
  const { messages } = await init(writeFolder({ ...kit, ...own }), '--yes')
  expect(messages).toContain(shown)
  expect(messages).not.toContain('export { handleError }')
})

test.each(['src/auth.ts', 'src/lib/server/auth.ts'])('says that nothing is missing if %s is complete', async (path) => {
  const configured = {
    ...kit,
    '.env': 'AUTH_SECRET=canary\n',
    'src/hooks.server.ts': `import { handle as auth } from './${path.slice(4, -3)}'\nexport const handle = sequence(auth, own)\n`,
    [path]: `import { SvelteKitAuth } from '@authwright/sveltekit'\nexport const { handle } = SvelteKitAuth(options)\n`,
    'src/routes/+page.svelte': '<h1>Mine</h1>\n',
  }
  const folder = writeFolder(configured)
  expect(await init(folder, '--yes')).toEqual({
    code: 0,
    output: '',
    messages: `${path} configures Authwright already. Nothing is missing. To check it: npx @authwright/cli doctor`,
  })
  expect(readFolder(folder)).toEqual(configured)
})

const configuredBy = (config: string) => ({
  ...kit,
  '.env': 'AUTH_SECRET=canary\n',
  'src/hooks.server.ts': "export { handle } from './auth'\n",
  'src/env.ts': 'export const variables = {}\n',
  'src/auth.ts': `${config}\nexport const { handle } = SvelteKitAuth({ providers: [GitHub] })\n`,
})

test('says how to add a provider to an application that is configured', async () => {
  const files = configuredBy("import GitHub from '@authwright/sveltekit/providers/github'")
  const folder = writeFolder(files)
  const { code, messages } = await init(folder, '--yes', '--provider', 'google,github')
  expect(code).toBe(0)
  expect(messages).toContain(`Add the lines with + to src/auth.ts. The … stands for the providers that it has:
+import Google from '@authwright/sveltekit/providers/google'
+  providers: […, Google],
`)
  expect(messages).toContain('Declare AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET in src/env.ts\n')
  expect(messages).toContain(
    'Set AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET in .env, and register the URLs of: npx @authwright/cli providers google\n',
  )
  expect(messages).toContain('src/auth.ts configures Authwright already. To check it')
  expect(messages).not.toContain('GITHUB')
  expect(readFolder(folder)).toEqual(files)
})

test('imports an added provider from the package of the framework, if the config names no provider yet', async () => {
  const folder = writeFolder(configuredBy("import { SvelteKitAuth } from '@authwright/sveltekit'"))
  const { messages } = await init(folder, '--yes', '--provider', 'google')
  expect(messages).toContain("+import Google from '@authwright/sveltekit/providers/google'\n")
})

test('says what e-mail and passkeys still need, and names no client for them', async () => {
  const folder = writeFolder(manifest({ '@sveltejs/kit': '^2.0.0' }))
  const { messages } = await init(folder, '--yes', '--provider', 'nodemailer,passkey')
  expect(messages).toMatch(/^For nodemailer, add a database .*\/docs\/guides\/email\.md$/m)
  expect(messages).toMatch(/^For passkey, add a database .*\/docs\/guides\/passkeys\.md$/m)
  expect(messages).not.toMatch(/^Set |register the URLs|without a client/m)
  // A form cannot post a passkey.
  const page = readFolder(folder)['src/routes/+page.svelte']
  expect(page).toContain('  <SignIn provider="nodemailer" />\n  <SignIn />\n')
  expect(page).not.toContain('provider="passkey"')
})

test('says which key a mail service needs, beside the URLs of the others', async () => {
  const folder = writeFolder(manifest({ '@sveltejs/kit': '^2.0.0' }))
  const { messages } = await init(folder, '--yes', '--provider', 'resend,google')
  expect(messages).toContain(
    'Set AUTH_RESEND_KEY, AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET in .env, and register the URLs of: npx @authwright/cli providers google\n',
  )
  expect(messages).toContain('For resend, add a database')
  const alone = await init(writeFolder(manifest({ '@sveltejs/kit': '^2.0.0' })), '--yes', '--provider', 'resend')
  expect(alone.messages).toContain('Set AUTH_RESEND_KEY in .env\n')
})

test.each([[[]], [['--provider', 'github']]])('says that nothing is missing with the arguments %s', async (args) => {
  const folder = writeFolder(configuredBy("import GitHub from '@authwright/sveltekit/providers/github'"))
  expect((await init(folder, '--yes', ...args)).messages).toMatch(
    /^src\/auth\.ts configures Authwright already\. Nothing is missing/,
  )
})

test('adds the hook that a configured application lacks', async () => {
  const folder = writeFolder({ ...kit, 'src/auth.ts': "export * from '@authwright/sveltekit'\n" })
  const { messages } = await init(folder, '--yes')
  expect(messages).toMatch(/^src\/auth\.ts configures Authwright already\. To check it/m)
  expect(Object.keys(readFolder(folder))).toEqual(['.env', 'package.json', 'src/auth.ts', 'src/hooks.server.ts'])
})

test('puts the package for Qwik among the devDependencies, because a new application does not start otherwise', async () => {
  const folder = writeFolder({ ...manifest({ '@builder.io/qwik-city': '^1.20.0' }), 'pnpm-lock.yaml': '' })
  expect((await init(folder, '--yes')).messages).toContain(
    'Install the packages: pnpm add -D @authwright/qwik && pnpm add @authwright/core\n',
  )
})

test('says how to sign in without a client, unless the providers are emulated', async () => {
  const folder = () => writeFolder(manifest({ '@sveltejs/kit': '^3.0.0' }))
  const link = 'docs/guides/development.md'
  expect((await init(folder(), '--yes')).messages).toContain(link)
  expect((await init(folder(), '--yes', '--emulator')).messages).not.toContain(link)
})

test('lets pages of Next.js wait for the session only with Cache Components, because Next.js refuses it otherwise', async () => {
  const next = manifest({ next: '^16.0.0' })
  const withThem = writeFolder({ ...next, 'next.config.ts': 'export default { cacheComponents: true }\n' })
  await init(withThem, '--yes')
  expect(readFolder(withThem)['app/account/page.tsx']).toContain('\nexport const instant = false\n')
  const without = writeFolder(next)
  await init(without, '--yes')
  expect(readFolder(without)['app/account/page.tsx']).toMatch(/^import .*\n\nexport default async function Account/)
  expect(readFolder(without)['app/page.tsx']).not.toMatch(/instant|Cache/)
})

test('does not write a secret into a file that git tracks', async () => {
  const folder = writeFolder({ ...manifest({ hono: '^4.0.0' }), '.env': 'A=1\n' })
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  execFileSync('git', ['add', '.env'], { cwd: folder })
  const { messages } = await init(folder, '--yes')
  expect(readFolder(folder)['.env']).toBe('A=1\n')
  expect(messages).toContain('git tracks .env, so no secret was added to it. Remove it with: git rm --cached .env')
})

test('says that git would add the file with the secret', async () => {
  const folder = writeFolder(manifest({ hono: '^4.0.0' }))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  const warning = 'git does not ignore .env: add it to .gitignore.'
  expect((await init(folder, '--dry-run')).messages).toContain(warning)
  expect((await init(folder, '--yes')).messages).toContain(warning)
  const { steps } = JSON.parse((await init(folder, '--json')).output) as { readonly steps: readonly string[] }
  expect(steps).toContain(warning)
  writeFileSync(join(folder, '.gitignore'), '.env\n')
  expect((await init(folder, '--yes')).messages).not.toContain('git')
})

test('--provider names providers of the catalog, everywhere in the files', async () => {
  const folder = writeFolder(manifest({ '@sveltejs/kit': '^3.0.0' }))
  const { messages } = await init(folder, '--yes', '--provider', 'google,keycloak')
  const { 'src/auth.ts': config, 'src/env.ts': variables, 'src/routes/+page.svelte': page } = readFolder(folder)
  expect(config).toContain("import Google from '@authwright/sveltekit/providers/google'\nimport Keycloak from")
  expect(config).toContain('providers: [Google, Keycloak]')
  expect(variables).toContain('  AUTH_GOOGLE_SECRET: optional,\n  AUTH_KEYCLOAK_ID: optional,\n')
  expect(variables).not.toContain('GITHUB')
  expect(page).toContain('  <SignIn provider="google" />\n  <SignIn provider="keycloak" />\n')
  expect(messages).toContain('AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET, AUTH_KEYCLOAK_ID')
})

test('Next.js with a folder src gets its files there', async () => {
  const folder = writeFolder({ ...manifest({ next: '^16.0.0' }), 'src/app/layout.tsx': '' })
  await init(folder, '--yes')
  expect(Object.keys(readFolder(folder))).toEqual(expect.arrayContaining(['src/auth.ts', 'src/proxy.ts', '.env.local']))
})

test.each([
  [['angular'], 'angular is not known'],
  [[], 'package.json names no framework'],
  [[], 'For any other: https://github.com/authwright/authwright/blob/main/docs/start/index.md'],
  [['hono', '--emulator'], '--emulator'],
  [['hono', '--provider', 'unheard-of'], 'unheard-of is not in the catalog'],
  [['hono', '--provider', '../index'], 'not in the catalog'],
  [
    ['hono', '--provider', 'unheard-of'],
    'catalog. See https://github.com/authwright/authwright/blob/main/docs/reference/',
  ],
  [['hono', '--provider', 'githb'], 'Did you mean github?'],
  [['hono', '--provider', 'GitHub'], 'Did you mean github?'],
  [['hono', '--provider', 'gogole'], 'Did you mean google?'],
])('%j is wrong usage', async (args, message) => {
  const { code, messages } = await init(writeFolder({}), ...args)
  expect([code, messages]).toEqual([2, expect.stringContaining(message)])
})

test.each([
  ['src', 'another folder', ''],
  ['src', 'nothing', 'missing'],
  ['.env', 'a file elsewhere', '.env'],
])('writes nothing if %s is a link to %s', async (link, _to, target) => {
  const outside = writeFolder({ '.env': 'A=1\n' })
  const folder = writeFolder(manifest({ '@sveltejs/kit': '^2.0.0' }))
  symlinkSync(join(outside, target), join(folder, link))
  const { code, output, messages } = await init(folder, '--yes')
  expect([code, output]).toEqual([1, ''])
  expect(messages).toContain(
    'is not written: a symbolic link leads out of the repository or of the folder of the application',
  )
  expect(readFolder(outside)).toEqual({ '.env': 'A=1\n' })
  expect(existsSync(join(folder, 'src/auth.ts'))).toBe(false)
})

test('follows a link inside the application, unless another one leads out of it', async () => {
  const folder = writeFolder({ ...manifest({ '@sveltejs/kit': '^2.0.0' }), 'app/.keep': '' })
  symlinkSync('app', join(folder, 'src'))
  expect(await init(folder, '--yes')).toMatchObject({ code: 0 })
  expect(existsSync(join(folder, 'app/auth.ts'))).toBe(true)
  const another = writeFolder({ ...manifest({ '@sveltejs/kit': '^2.0.0' }), 'app/.keep': '' })
  symlinkSync('app', join(another, 'src'))
  symlinkSync(folder, join(another, 'app/routes'))
  expect(await init(another, '--yes')).toMatchObject({ code: 1 })
})

test('follows a link to another folder of the git repository, as monorepos have', async () => {
  const { 'package.json': application = '' } = manifest({ '@sveltejs/kit': '^2.0.0' })
  const repository = writeFolder({ '.env': 'A=1\n', 'application/package.json': application })
  execFileSync('git', ['init', '-q'], { cwd: repository })
  symlinkSync('../.env', join(repository, 'application/.env'))
  expect(await init(join(repository, 'application'), '--yes')).toMatchObject({ code: 0 })
  expect(readFolder(repository)['.env']).toContain('AUTH_SECRET=')
})
