import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { MAIL_SERVICES } from '../src/application/describe-providers.ts'
import { authwright, writeFolder } from './support/command-line.ts'

const core = dirname(fileURLToPath(import.meta.resolve('@authwright/core/package.json')))

const code = `
  const github = (options = {}) => ({
    id: 'github', name: 'GitHub', type: 'oauth', authorization: 'https://github.example/a', token: 'https://github.example/t',
    userinfo: 'https://github.example/u', options,
  })
  const providers = [
    github,
    { id: 'staff', name: 'Staff', type: 'oidc', clientId: 'app', clientSecret: 'canary-secret' },
    { id: 'public', name: 'Public', type: 'oidc', issuer: 'https://id.example', clientId: 'app',
      client: { token_endpoint_auth_method: 'none' } },
    (options = {}) => ({ id: 'resend', name: 'Resend', type: 'email', sendVerificationRequest() {}, options }),
    { id: 'own-mail', name: 'Own', type: 'email', sendVerificationRequest() {} },
    { id: 'password', name: 'Password', type: 'credentials', credentials: {}, authorize: () => null },
  ]
  export const config: { providers: unknown[] } = { providers }
`

const providers = (folder: string, ...args: readonly string[]) => authwright(['providers', '--cwd', folder, ...args])

test('lists the callback URLs and the missing variables, and prints no secret', async () => {
  const folder = writeFolder({ 'auth.ts': code, '.env': 'AUTH_URL=https://app.example.com\nAUTH_GITHUB_ID=id\n' })
  const { code: exitCode, output } = await providers(folder, '--json')
  expect(exitCode).toBe(0)
  const { origin, providers: found } = JSON.parse(output) as { readonly origin: string; readonly providers: object[] }
  expect(origin).toBe('https://app.example.com')
  const base = 'https://app.example.com/auth/callback'
  expect(found).toEqual([
    { id: 'github', name: 'GitHub', type: 'oauth', callbackUrl: `${base}/github`, missing: ['AUTH_GITHUB_SECRET'] },
    { id: 'staff', name: 'Staff', type: 'oidc', callbackUrl: `${base}/staff`, missing: ['AUTH_STAFF_ISSUER'] },
    { id: 'public', name: 'Public', type: 'oidc', callbackUrl: `${base}/public`, missing: [] },
    { id: 'resend', name: 'Resend', type: 'email', missing: ['AUTH_RESEND_KEY'] },
    { id: 'own-mail', name: 'Own', type: 'email', missing: [] },
    { id: 'password', name: 'Password', type: 'credentials', missing: [] },
  ])
  const text = await providers(folder)
  expect(text.output).toContain(`callback  ${base}/github\n  missing   AUTH_GITHUB_SECRET`)
  expect(text.output + output).not.toContain('canary-secret')
})

test('--urls and --missing print one thing per line, and --missing is an exit code for scripts', async () => {
  const folder = writeFolder({ 'auth.ts': code })
  expect((await providers(folder, 'github', '--urls')).output).toBe('http://localhost:3000/auth/callback/github')
  expect(await providers(folder, 'github', '--missing')).toMatchObject({
    code: 1,
    output: 'AUTH_GITHUB_ID\nAUTH_GITHUB_SECRET',
  })
  expect(await providers(folder, 'public', '--missing')).toMatchObject({ code: 0, output: '' })
  expect(await providers(folder, 'gitlab')).toMatchObject({
    code: 1,
    messages: expect.stringContaining('gitlab. It has'),
  })
  expect((await providers(folder, 'githb')).messages).toContain(
    'no provider githb. Did you mean github? It has github, ',
  )
})

const dev = (usedBy: string, script?: string) => ({ dependencies: { [usedBy]: '*' }, scripts: { dev: script } })

test.each<[object, number]>([
  [dev('@sveltejs/kit'), 5173],
  [dev('@react-router/dev'), 5173],
  [dev('@tanstack/react-start'), 5173],
  [dev('@builder.io/qwik-city', 'vite --mode ssr'), 5173],
  [dev('@solidjs/start'), 3000],
  [dev('astro'), 4321],
  [dev('next', 'next dev'), 3000],
  [dev('nuxt'), 3000],
  [dev('express'), 3000],
  [{}, 3000],
  [dev('@sveltejs/kit', 'vite dev --port 4000'), 4000],
  [dev('@sveltejs/kit', 'vite dev --host --port=4000 --open'), 4000],
  [dev('@sveltejs/kit', 'authwright dev --emulator-port 6000 -- vite dev --port 4000'), 4000],
  [dev('@sveltejs/kit', 'authwright dev --emulator-port 6000 -- vite dev'), 5173],
  [dev('next', 'next dev -p 3001'), 3001],
  [dev('next', 'next dev -p3001 --turbopack'), 3001],
])('without AUTH_URL takes the port of the development server: %j has %i', async (manifest, port) => {
  const files = { 'auth.ts': code, 'package.json': JSON.stringify(manifest) }
  const { output, messages } = await providers(writeFolder(files), 'github', '--urls')
  expect(output).toBe(`http://localhost:${port}/auth/callback/github`)
  expect(messages).toContain(
    `AUTH_URL is not set. The URLs are those of a development server at http://localhost:${port}.`,
  )
  const set = await providers(writeFolder({ ...files, '.env': 'AUTH_URL=http://localhost:8000' }), 'github', '--json')
  expect(JSON.parse(set.output)).toMatchObject({ origin: 'http://localhost:8000' })
  expect(JSON.parse((await providers(writeFolder(files), 'github', '--json')).output)).toMatchObject({
    origin: `http://localhost:${port}`,
  })
})

test.each<[string, object, string, number]>([
  ['of the Vite config', dev('@tanstack/react-start', 'vite dev'), 'server: { port: 3000 + 7 }', 3007],
  ['that Vite has by default', dev('hono', 'vite'), '', 5173],
  ['of a server whose tests have a Vite config', dev('express', 'node server.ts'), 'test: {}', 3000],
])('takes the port %s', async (_what, manifest, options, port) => {
  const folder = writeFolder({
    'auth.ts': code,
    'package.json': JSON.stringify(manifest),
    'vite.config.ts': `export default { ${options} }`,
  })
  expect((await providers(folder, 'github', '--urls')).output).toBe(`http://localhost:${port}/auth/callback/github`)
})

test('reads the variables of --env-file instead of the .env files, and the process before both', async () => {
  const folder = writeFolder({ 'auth.ts': code, '.env': 'AUTH_GITHUB_SECRET=s\n', 'other.env': 'AUTH_GITHUB_ID=i\n' })
  const missing = async (...args: readonly string[]) => (await providers(folder, 'github', '--missing', ...args)).output
  expect(await missing()).toBe('AUTH_GITHUB_ID')
  expect(await missing('--env-file', 'other.env')).toBe('AUTH_GITHUB_SECRET')
  expect(await missing('--env-file', 'other.env', '--env-file', '.env')).toBe('')
  expect((await providers(folder, '--env-file', 'absent.env')).code).toBe(2)
  expect(process.env['AUTH_GITHUB_ID']).toBeUndefined()
})

test.each([
  ['export default { providers: [] }', [], 0],
  ['export const second = { providers: [] }', ['--config', 'auth.ts#second'], 0],
  ['export const second = { providers: [] }', ['--config', 'auth.ts#third'], 2],
  ['export const second = { providers: [] }', [], 3],
  ['export default () => ({ providers: [] })', [], 0],
  ['export default async () => ({ providers: [] })', [], 0],
  ['export default (event) => ({ providers: [] })', [], 3],
  ["export default () => { throw new Error('no request') }", [], 3],
  ['export default {', [], 3],
  ["import './missing'", [], 3],
])('loads %s with %j', async (text, args, exitCode) => {
  expect((await providers(writeFolder({ 'auth.ts': text }), ...args)).code).toBe(exitCode)
})

test('loads TypeScript that needs a bundler: no endings, the paths of tsconfig.json, enums', async () => {
  const folder = writeFolder({
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }',
    'lib/own.ts': 'export enum Kind { Password = "credentials" }',
    'src/auth.ts': `import { Kind } from '@/own'
      import { id } from './id'
      export const config = { providers: [{ id, name: 'A', type: Kind.Password, authorize: () => null }] }`,
    'src/id.ts': "export const id: string = 'own'",
  })
  expect(await providers(folder)).toMatchObject({ code: 0, output: 'own  A (credentials)' })
})

test('knows every mail service of the catalog', () => {
  const files = globSync('src/providers/*.ts', { cwd: core }).map((path) => readFileSync(join(core, path), 'utf8'))
  const ids = files.flatMap((text) => /mailService\(\{\s+id: '([^']+)'/.exec(text)?.[1] ?? [])
  expect([...MAIL_SERVICES].toSorted()).toEqual(ids.toSorted())
})
