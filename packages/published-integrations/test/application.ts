import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { startEmulator } from '@authwright/emulator'
import { freePort, startLoopback } from '@authwright/testing/local-server'
import { build } from 'esbuild'

/** The package that an application gets under the name `@auth/core`. */
export const engines = ['@auth/core', '@authwright/core'] as const
export type Engine = (typeof engines)[number]

const own = join(import.meta.dirname, '..')
const root = join(own, '../..')

/** They import `@auth/core`, so they are copied: the import is resolved where the file is. */
const published = ['@auth/express', '@auth/sveltekit', '@hono/auth-js', 'next-auth']

/** The packages in a folder `node_modules`, by name. */
const listModules = async (modules: string): Promise<readonly (readonly [string, string])[]> => {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'))
  const inScopes = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@') ? (await readdir(join(modules, name))).map((each) => `${name}/${each}`) : [name],
    ),
  )
  return inScopes.flat().map((name) => [name, join(modules, name)])
}

/** Installs the modules of an application as npm does with `overrides: { "@auth/core": "npm:@authwright/core" }`. */
const installModules = async (target: string, engine: Engine): Promise<void> => {
  const folders = [join(root, 'node_modules'), join(own, 'node_modules')]
  const modules = new Map((await Promise.all(folders.map(listModules))).flat())
  const core = modules.get(engine)
  if (core === undefined) throw new Error(`${engine} is not installed`)
  modules.set('@auth/core', core)
  await Promise.all([...modules.keys()].map((name) => mkdir(dirname(join(target, name)), { recursive: true })))
  await Promise.all(
    [...modules].map(([name, from]) =>
      published.includes(name) ? cp(from, join(target, name), { recursive: true }) : symlink(from, join(target, name)),
    ),
  )
}

/** A folder with the applications of `apps`, and their modules. */
export interface InstalledApps {
  readonly engine: Engine
  readonly folder: string
  readonly remove: () => Promise<void>
}

export const installApps = async (engine: Engine): Promise<InstalledApps> => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-integrations-'))
  await cp(join(import.meta.dirname, 'apps'), folder, { recursive: true })
  if (engine === '@authwright/core') await rename(join(folder, 'moved.ts'), join(folder, 'adjust.ts'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await installModules(join(folder, 'node_modules'), engine)
  return { engine, folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Where the modules of an application come from after its imports are renamed. */
const RENAMED_IMPORTS: readonly (readonly [string, string])[] = [
  ["'@auth/core", "'@authwright/core"],
  ["'@auth/express/providers", "'@authwright/core/providers"],
  ["'@auth/express'", "'@authwright/node/express'"],
  ["'@hono/auth-js'", "'@authwright/web/hono'"],
]

/** The same applications with our packages, by renaming their imports. No package of Auth.js is installed. */
export const installRenamed = async (names: readonly ServerName[]): Promise<InstalledApps> => {
  const apps = await installApps('@authwright/core')
  const { folder } = apps
  const modules = join(folder, 'node_modules')
  await Promise.all([...published, '@auth/core'].map((name) => rm(join(modules, name), { recursive: true })))
  for (const file of ['config.ts', 'adjust.ts', ...names.map((name) => `${name}/server.ts`)]) {
    const text = await readFile(join(folder, file), 'utf8')
    const renamed = RENAMED_IMPORTS.reduce((before, [from, to]) => before.replaceAll(from, to), text)
    await writeFile(join(folder, file), renamed)
  }
  return apps
}

export const SECRET = 'a secret of the tests, thirty-two characters and more'

/** The environment of the tests without the variables that would change the result. */
const environment = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:AUTH_|NEXT|VITEST|NODE_|TEST$)/.test(name))
  const always = {
    AUTH_SECRET: SECRET,
    AUTH_TRUST_HOST: 'true',
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  return { ...Object.fromEntries(kept), ...always, ...more }
}

/** Starts a program. Resolves when its output has the line, and rejects if it ends before. */
const start = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>>, ready: RegExp) => {
  const child = spawn(process.execPath, args, { cwd, env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const matched = new Promise<RegExpExecArray>((resolve, reject) => {
    const listen = (chunk: unknown): void => {
      output += String(chunk)
      const match = ready.exec(output)
      if (match !== null) resolve(match)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void ended.then((code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)))
  })
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  return { matched, ended, stop, output: () => output }
}

/** The emulator of providers, and what applications reported: e-mails and events. */
export const startServices = async () => {
  const reports: string[] = []
  const [emulator, inbox] = await Promise.all([
    startEmulator(),
    startLoopback(0, () => async (request, response) => {
      reports.push(await text(request))
      response.end()
    }),
  ])
  return {
    variables: { EMULATOR: emulator.origin, REPORTS: inbox.origin },
    reports,
    close: () => Promise.all([emulator.close(), inbox.close()]),
  }
}

export type Services = Awaited<ReturnType<typeof startServices>>

/** A running application. */
export interface Application {
  readonly engine: Engine
  readonly origin: string
  /** The path of the library's routes. */
  readonly basePath: string
  readonly services: Services
  readonly output: () => string
  readonly stop: () => Promise<void>
  /** Sends a request of a browser. */
  readonly send: (request: Request) => Promise<Response>
}

/** The application behind a proxy that ends TLS, and keeps the host. */
export const behindProxy = (app: Application): Application => {
  const origin = app.origin.replace('http:', 'https:')
  const send = (request: Request): Promise<Response> => {
    if (new URL(request.url).origin !== origin) return fetch(request)
    const forwarded = new Request(request.url.replace(origin, app.origin), request)
    forwarded.headers.set('x-forwarded-proto', 'https')
    return fetch(forwarded)
  }
  return { ...app, origin, send }
}

export type ServerName = 'express' | 'hono'

/** The applications with each engine, and the services that they use. */
export const installBoth = async () => {
  const [services, authjs, authwright] = await Promise.all([
    startServices(),
    installApps('@auth/core'),
    installApps('@authwright/core'),
  ])
  return {
    services,
    apps: { '@auth/core': authjs, '@authwright/core': authwright },
    close: () => Promise.all([services.close(), authjs.remove(), authwright.remove()]),
  }
}

export type Installation = Awaited<ReturnType<typeof installBoth>>

/** Starts an application whose server is one file. */
export const startServer = async (
  { folder, engine }: InstalledApps,
  name: ServerName,
  services: Services,
  env: Readonly<Record<string, string>> = {},
): Promise<Application> => {
  const args = ['--conditions=authwright-source', `${name}/server.ts`]
  const { matched, stop, output } = start(folder, args, { ...services.variables, ...env }, /listening on (\d+);/)
  const [, port = ''] = await matched
  return { engine, origin: `http://localhost:${port}`, basePath: '/auth', services, output, stop, send: fetch }
}

/** The modules of Auth.js for browsers, and those that replace them. */
const RENAMED = { 'next-auth/react': '@authwright/client/react', 'next-auth/webauthn': '@authwright/client' }

/**
 * Bundles the pages with the clients, which the server of Express serves. Each has an empty HTML page of its name. Renamed pages are in
 * the folder `renamed`, and import our modules instead.
 */
export const bundlePages = async (
  { folder }: InstalledApps,
  names: readonly string[],
  { isRenamed = false } = {},
): Promise<void> => {
  const outdir = join(folder, 'pages/built', isRenamed ? 'renamed' : '')
  await build({
    absWorkingDir: join(folder, 'pages'),
    entryPoints: names.map((name) => `./${name}`),
    outdir,
    bundle: true,
    jsx: 'automatic',
    conditions: ['authwright-source'],
    // SvelteKit makes this module.
    alias: { '$app/paths': './app-paths.ts', ...(isRenamed ? RENAMED : {}) },
    define: { 'process.env': '{}' },
    logLevel: 'error',
  })
  const html = (name: string) => `<!doctype html><title>${name}</title><body><script src="${name}.js"></script>`
  await Promise.all(names.map(parse).map(({ name }) => writeFile(join(outdir, `${name}.html`), html(name))))
}

const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'))

/** Builds the application of Next.js for production. It takes the built packages, as `npm run build` makes them. */
export const buildNext = async ({ folder }: InstalledApps): Promise<void> => {
  const services = { EMULATOR: 'http://127.0.0.1:1', REPORTS: 'http://127.0.0.1:1' }
  const { ended, output, matched } = start(join(folder, 'next'), [next, 'build'], services, /never/)
  matched.catch(() => undefined)
  if ((await ended) !== 0) throw new Error(`next build failed:\n${output()}`)
}

export const startNext = async (
  { folder, engine }: InstalledApps,
  services: Services,
  env: Readonly<Record<string, string>> = {},
): Promise<Application> => {
  const port = String(await freePort())
  const args = [next, 'start', '-H', '127.0.0.1', '-p', port]
  const running = start(join(folder, 'next'), args, { ...services.variables, ...env }, /Ready in/)
  await running.matched
  const { stop, output } = running
  return { engine, origin: `http://localhost:${port}`, basePath: '/api/auth', services, output, stop, send: fetch }
}
