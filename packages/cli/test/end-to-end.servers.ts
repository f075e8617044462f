import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { onTestFinished, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const source = '--conditions=authwright-source'

/** An application in a folder of its own. */
const copyApplication = (fixture: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, 'fixtures', fixture), folder, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** Starts the application as it is now. */
const start = async (folder: string) => {
  const env = {
    ...process.env,
    AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
    AUTH_TRUST_HOST: 'true',
  }
  const child = spawn(process.execPath, [source, 'server.ts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || !child.kill()) return
    await once(child, 'exit')
  }
  onTestFinished(stop)
  const [origin] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { origin, stop }
}

const cookiesOf = (response: Response): readonly string[] =>
  response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')

const signIn = async (origin: string): Promise<string> => {
  const csrf = await fetch(`${origin}/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { readonly csrfToken: string }
  const body = new URLSearchParams({ csrfToken, name: 'Ada' })
  const headers = { cookie: cookiesOf(csrf).join('; '), origin }
  const response = await fetch(`${origin}/auth/callback/credentials`, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
  })
  return cookiesOf(response).find((cookie) => cookie.startsWith('authjs.session-token=')) ?? ''
}

const migrate = (folder: string) =>
  promisify(execFile)(process.execPath, [
    source,
    join(import.meta.dirname, '../src/main.ts'),
    ...['migrate-from', 'authjs', '--yes', '--cwd', folder],
  ])

test('a user who signed in with Auth.js is signed in after the command has changed the application', async () => {
  const folder = copyApplication('server')
  const before = await start(folder)
  const cookie = await signIn(before.origin)
  const show = async (origin: string, sent: string) => {
    const response = await fetch(origin, { headers: { cookie: sent } })
    return { text: await response.text(), cookies: cookiesOf(response) }
  }
  expect(await show(before.origin, cookie)).toMatchObject({ text: 'Signed in as Ada' })
  expect(await show(before.origin, '')).toMatchObject({ text: 'Signed out' })
  await before.stop()

  const { stdout } = await migrate(folder)
  expect(stdout).toContain("+import { Auth, setEnvDefaults } from '@authwright/core'")
  expect(readFileSync(join(folder, 'server.ts'), 'utf8')).not.toContain('@auth/core')

  const after = await start(folder)
  const moved = await show(after.origin, cookie)
  expect(moved.text).toBe('Signed in as Ada')
  const own = moved.cookies.find((each) => each.startsWith('authwright.session-token=')) ?? ''
  expect(await show(after.origin, own)).toMatchObject({ text: 'Signed in as Ada' })
  expect(await show(after.origin, '')).toMatchObject({ text: 'Signed out' })
})

test.each(['before', 'after'])('the application with type augmentations compiles %s the change', async (when) => {
  const folder = copyApplication(`core/${when}`)
  const compilerOptions = {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    customConditions: ['authwright-source'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  const compiler = join(root, 'node_modules/.bin/tsc')
  const compiled = promisify(execFile)(compiler, ['-p', '.'], { cwd: folder })
  const { stdout } = await compiled.catch((failed: { readonly stdout: string }) => failed)
  expect(stdout.split('\n').filter((line) => line.startsWith('src/'))).toStrictEqual([])
})
