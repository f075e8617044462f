import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openBrowser } from '@authwright/testing'
import { installedModules, run, serve } from '@authwright/test-kit/installed-application'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')
const conditions = '--conditions=authwright-source'
const authwright = (...args: readonly string[]) => promisify(execFile)(process.execPath, [conditions, main, ...args])

/** A SvelteKit application as `npx sv create` makes one, without pages. */
const skeleton = {
  'package.json': JSON.stringify({
    type: 'module',
    devDependencies: { '@sveltejs/kit': '^3.0.0', '@authwright/sveltekit': '^0.1.0' },
  }),
  'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite'
    import adapter from '@sveltejs/adapter-node'
    export default { plugins: [sveltekit({ adapter: adapter() })] }`,
  'src/app.html': '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>',
}

let folder: string
let emulator: ChildProcess
let address: string

/** Starts the emulator by the command, and returns its address. */
const startEmulator = async (): Promise<string> => {
  const child = spawn(process.execPath, [conditions, main, 'dev', 'emulator', '--json', '--emulator-port', '0'])
  emulator = child
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  const { services } = JSON.parse(String(chunk)) as { readonly services: { readonly emulator: string } }
  return services.emulator
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  for (const [path, text] of Object.entries(skeleton)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(installedModules, join(folder, 'node_modules'))
  ;[address] = await Promise.all([startEmulator(), authwright('init', '--cwd', folder, '--yes', '--emulator')])
})

afterAll(() => {
  emulator?.kill()
  rmSync(folder, { recursive: true, force: true })
})

const vite = (...args: readonly string[]) => [join(installedModules, 'vite/bin/vite.js'), ...args]

describe('a new SvelteKit application', () => {
  test('signs in offline at once, with the emulator', async () => {
    const site = await serve(folder, { AUTHWRIGHT_EMULATOR: address }, (port) =>
      vite('dev', '--host', '127.0.0.1', '--port', port, '--strictPort'),
    )
    onTestFinished(() => site.stop())
    const browser = openBrowser()
    await browser.get(site.origin)
    await browser.submit({}, { redirect: 'follow' })
    await browser.submit({}, { press: 'Ada', redirect: 'follow' })
    expect((await browser.get(site.origin)).text).toContain('Signed in as Ada')
  })

  test('runs one emulator itself, which stays while the developer edits the configuration', async () => {
    const site = await serve(folder, {}, (port) => vite('dev', '--host', '127.0.0.1', '--port', port, '--strictPort'))
    onTestFinished(() => site.stop())
    const signIn = async (): Promise<string> => {
      const browser = openBrowser()
      await browser.get(site.origin)
      const { url } = await browser.submit({}, { redirect: 'follow' })
      await browser.submit({}, { press: 'Ada', redirect: 'follow' })
      expect((await browser.get(site.origin)).text).toContain('Signed in as Ada')
      return url.origin
    }
    const first = await signIn()
    const config = join(folder, 'src/auth.ts')
    const before = readFileSync(config, 'utf8')
    onTestFinished(() => writeFileSync(config, before))
    // The longer text goes into the file without emptying it first, so that Vite never reads an empty module.
    writeFileSync(config, before.replace('[GitHub]', "[GitHub({ name: 'Edited' })]"), { flag: 'r+' })
    const page = async () => (await openBrowser().get(`${site.origin}/auth/signin`)).text
    await vi.waitFor(async () => expect(await page()).toContain('Edited'), { timeout: 30_000 })
    expect(await signIn()).toBe(first)
  })

  test('shows in the browser of the developer what to change', async () => {
    const environment = { AUTH_SECRET: 'too-short' }
    const site = await serve(folder, environment, (port) =>
      vite('dev', '--host', '127.0.0.1', '--port', port, '--strictPort'),
    )
    onTestFinished(() => site.stop())
    for (const path of ['/auth/signin', '/']) {
      // `fetch` cannot ask for a page: it sends `Sec-Fetch-Mode: cors`.
      const [response] = (await once(get(site.origin + path, { headers: { accept: 'text/html' } }), 'response')) as [
        IncomingMessage,
      ]
      expect([response.statusCode, await text(response)]).toEqual([
        500,
        expect.stringContaining('(AUTH_SECRET) has fewer than 32 characters: it has 9'),
      ])
    }
  })

  test('has a config that the commands read with its own Vite, and in which doctor misses only a client', async () => {
    const { stdout, stderr } = await authwright('providers', '--cwd', folder, '--urls')
    expect(stdout).toBe('http://localhost:5173/auth/callback/github\n')
    // Neither SvelteKit nor the emulator say anything about the application.
    expect(stderr.replace('Loading src/auth.ts with Vite …\n', '')).toBe(
      'AUTH_URL is not set. The URLs are those of a development server at http://localhost:5173. If yours has another address, set AUTH_URL to it.\n',
    )
    const report = await authwright('doctor', '--cwd', folder, '--offline', '--json').catch((error: unknown) => error)
    const { stdout: json } = report as { readonly stdout: string }
    const { checks } = JSON.parse(json) as {
      readonly checks: readonly { readonly id: string; readonly level: string }[]
    }
    // Outside of development, the provider needs a client.
    expect(checks.filter(({ level }) => level !== 'ok').map(({ id }) => id)).toEqual(['providers.variables'])
  })

  test('builds', async () => {
    expect(await run(process.execPath, vite('build'), folder)).toContain('adapter-node')
  })
})

test('what the modules of an application print is not part of the result of a command', async () => {
  const own = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  writeFileSync(join(own, 'auth.ts'), "console.log('loaded')\nexport const config = { providers: [] }\n")
  const { stdout, stderr } = await authwright('providers', '--cwd', own, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ ok: true })
  expect(stderr).toContain('loaded')
})
