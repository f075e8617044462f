import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmulator } from '@authwright/emulator'
import { openBrowser } from '@authwright/testing'
import { installedModules, run, serve } from '@authwright/test-kit/installed-application'
import { takeScreenshotOf } from '@authwright/test-kit/screenshot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')
const create = (cwd: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, ['--conditions=authwright-source', main, ...args], { cwd, encoding: 'utf8' })

let parent: string
let folder: string
let output: string

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'create-authwright-'))
  folder = join(parent, 'My App')
  output = create(parent, 'My App', '--no-install').stdout
  symlinkSync(installedModules, join(folder, 'node_modules'))
})

afterAll(() => rmSync(parent, { recursive: true, force: true }))

const vite = (...args: readonly string[]) => [join(installedModules, 'vite/bin/vite.js'), ...args]

test('a new application signs in offline at once', async () => {
  // `npm run dev` starts both: the usual port of the emulator may be in use on a machine that runs tests.
  const emulator = await startEmulator()
  onTestFinished(() => emulator.close())
  const site = await serve(folder, { AUTHWRIGHT_EMULATOR: emulator.origin }, (port) =>
    vite('dev', '--host', '127.0.0.1', '--port', port, '--strictPort'),
  )
  onTestFinished(() => site.stop())
  const browser = openBrowser()
  await browser.get(site.origin)
  await browser.submit({}, { redirect: 'follow' })
  await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  expect((await browser.get(site.origin)).text).toContain('Signed in as Ada')
  // docs/start/sveltekit.md shows it too: it has the same files.
  await takeScreenshotOf(site.origin, browser.jar, 'sveltekit')
})

test('a new application builds, and accepts the forms of its own pages', async () => {
  expect(await run(process.execPath, vite('build'), folder)).toContain('adapter-node')
  const site = await serve(folder, {}, () => ['--env-file=.env', 'build'])
  onTestFinished(() => site.stop())
  // The origin is a part of the build.
  const form = await fetch(`${site.origin}/auth/signin/github`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(await form.text()).not.toContain('forbidden')
  // Without a client it is an error of the configuration, which the library reports.
  expect([form.status, form.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('/auth/error?error=Configuration'),
  ])
})

test('doctor finds nothing to change in a new application', async () => {
  const cli = join(installedModules, '../packages/cli/src/main.ts')
  const args = ['--conditions=authwright-source', cli, 'doctor', '--offline', '--cwd', folder]
  expect(await run(process.execPath, args, folder)).toMatch(
    /^· providers\.variables .* 1 note, 0 warnings, 0 failures$/ms,
  )
})

test('says what to do next, and asks for the versions that the demo has', () => {
  expect(output).toContain('npm run dev')
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const demo = JSON.parse(readFileSync(join(installedModules, '../examples/sveltekit/package.json'), 'utf8'))
  const major = (range: string) => /\d+/.exec(range)?.[0]
  expect(manifest.name).toBe('my-app')
  expect(manifest.scripts.dev).toBe('authwright dev -- vite dev --port 3000')
  for (const name of ['@sveltejs/kit', '@sveltejs/adapter-node', 'svelte', 'vite'])
    expect([name, major(manifest.devDependencies[name])]).toEqual([name, major(demo.dependencies[name])])
})

test('leaves a folder that is not empty', () => {
  const { status, stderr } = create(parent, 'My App', '--no-install')
  expect([status, stderr]).toEqual([2, expect.stringContaining('is not empty')])
})

test('prints its usage for an option that it does not know', () => {
  const { status, stderr } = create(parent, '--typo')
  expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: npm create authwright')])
})
