import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, matchesGlob, relative } from 'node:path'
import { makeFolder, packAll, removeFolder, run, serve } from '@authwright/test-kit/installed-application'
import { readScripts } from '@authwright/test-kit/built-application'
import { openBrowser } from '@authwright/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/platforms.md'), 'utf8')
const tab = (title: string) => page.split(`[${title}]\n`)[1]?.split('\n```')[0]?.split('\n') ?? []
/** The options of the command that starts the container. */
const dockerRun = /^docker run (.*) \S+$/m.exec(page)?.[1] ?? ''
/** The variables that the command gives to the container: `-e NAME` has the value of the caller. */
const variablesOf = (options: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    [...options.matchAll(/-e (\w+)(?:=(\S+))?/g)].map(([, name = '', value = values[name] ?? '']) => [name, value]),
  )
const publicOrigin = 'https://app.example.com'

let folder: string
const command: string[] = []
const environment: Record<string, string> = {}

/** Runs the instructions in a folder for each stage, in place of `/app`. Not covered: the images, and the user. */
const build = async (source: string): Promise<void> => {
  const ignored = tab('.dockerignore')
  const isCopied = (path: string) => !ignored.some((pattern) => matchesGlob(relative(source, path), pattern))
  let stage = ''
  const instructions: Record<string, (...words: readonly string[]) => unknown> = {
    FROM: async (_image, _as, name = 'image') => {
      stage = join(folder, name)
      await mkdir(stage)
    },
    WORKDIR: (path) => expect(path).toBe('/app'),
    COPY: async (...words) => {
      const from = words[0]?.startsWith('--from=') === true ? join(folder, words[0].slice('--from='.length)) : source
      const paths = words.filter((word) => !word.startsWith('--'))
      const to = join(stage, paths.pop() ?? '')
      for (const path of paths) {
        const target = to.endsWith('/') && path !== '.' ? join(to, basename(path)) : to
        const options = { recursive: true, verbatimSymlinks: true, filter: isCopied }
        await cp(join(from, path.replace(/^\/app\//, '')), target, options)
      }
    },
    RUN: (...words) => run('sh', ['-c', words.join(' ')], stage),
    ENV: (...pairs) => Object.assign(environment, Object.fromEntries(pairs.map((pair) => pair.split('=')))),
    USER: () => undefined,
    CMD: (...words) => command.push(...(JSON.parse(words.join(' ')) as string[])),
  }
  for (const line of tab('Docker').filter((text) => text !== '')) {
    const [name = '', ...words] = line.split(' ')
    const instruction = instructions[name]
    if (instruction === undefined) throw new Error(`This test does not know the instruction ${name}`)
    await instruction(...words)
  }
}

/** A test does not depend on what was published today. */
const useVersionsOfDemo = async (source: string): Promise<void> => {
  const [path, demo] = [
    join(source, 'package.json'),
    join(import.meta.dirname, '../../../examples/sveltekit/package.json'),
  ]
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  const { dependencies, devDependencies } = JSON.parse(await readFile(demo, 'utf8'))
  const versions: Record<string, string> = { ...dependencies, ...devDependencies }
  for (const name of Object.keys(manifest.devDependencies))
    manifest.devDependencies[name] = versions[name] ?? manifest.devDependencies[name]
  await writeFile(path, JSON.stringify(manifest))
}

beforeAll(async () => {
  folder = await makeFolder()
  const main = join(import.meta.dirname, '../src/main.ts')
  spawnSync(process.execPath, ['--conditions=authwright-source', main, 'source', '--no-install'], { cwd: folder })
  const source = join(folder, 'source')
  await useVersionsOfDemo(source)
  // The lockfile names the tarballs beside the folder, and the folders of the stages are beside them too.
  const packages = ['core', 'client', 'sveltekit', 'testing', 'emulator', 'cli']
  const tarballs = await packAll(folder, packages)
  await run('npm', ['install', '--package-lock-only', '--no-audit', '--prefer-offline', ...tarballs], source)
  await mkdir(join(source, 'node_modules/of-this-machine'), { recursive: true })
  const settings = join(source, 'vite.config.ts')
  const text = await readFile(settings, 'utf8')
  await writeFile(settings, text.replace('http://localhost:3000', publicOrigin))
  await writeFile(join(source, 'app.db'), 'users')
  await build(source)
})

afterAll(() => removeFolder(folder))

test('the image has the built application without secrets, data and tools of the build', async () => {
  expect((await readdir(join(folder, 'image'))).toSorted()).toEqual(['build', 'node_modules', 'package.json'])
  const has = (module: string) => existsSync(join(folder, 'image/node_modules', module))
  expect(['@authwright/sveltekit', 'svelte-check', 'of-this-machine'].filter(has)).toEqual(['@authwright/sveltekit'])
  expect(await readdir(join(folder, 'source'))).toEqual(expect.arrayContaining(['.env', 'app.db']))
  expect((await readdir(join(folder, 'build'))).filter((name) => /^\.env|\.db$/.test(name))).toEqual([])
})

test('the port that docker publishes is the one of the application', async () => {
  const [, outside, inside = ''] = /-p (\d+):(\d+)/.exec(dockerRun) ?? []
  expect(outside).toBe(inside)
  expect(await readScripts(join(folder, 'image/build'))).toMatch(new RegExp(`["']PORT["'],[^)]*["']${inside}["']\\)`))
})

test('its command serves the sign-in page, and sends users to the provider', async () => {
  const [program, ...args] = command
  expect(program).toBe('node')
  const values: Record<string, string> = {
    AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
    AUTH_GITHUB_ID: 'id',
    AUTH_GITHUB_SECRET: 'secret',
  }
  const variables = { ...environment, ...variablesOf(dockerRun, values) }
  expect(Object.keys(variables)).toEqual(expect.arrayContaining([...Object.keys(values), 'AUTH_URL']))
  const site = await serve(join(folder, 'image'), variables, () => args)
  onTestFinished(() => site.stop())
  const browser = openBrowser({
    origin: publicOrigin,
    // The proxy passes requests on to the container.
    handler: (request) => fetch(new Request(request.url.replace(publicOrigin, site.origin), request)),
  })
  expect((await browser.get('/auth/signin')).text).toContain('GitHub')
  const leaving = await browser.submit({}, { press: 'GitHub' })
  const target = new URL(leaving.headers.get('location') ?? '')
  expect([target.origin, target.searchParams.get('redirect_uri')]).toEqual([
    'https://github.com',
    `${publicOrigin}/auth/callback/github`,
  ])
})
