import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../command.ts'

/** The path of a module as the application resolves it, or else as this package does. */
export const findModule = (cwd: string, specifier: string): string | undefined => {
  for (const from of [join(cwd, 'package.json'), import.meta.filename]) {
    try {
      return createRequire(from).resolve(specifier)
    } catch {
      // Not installed there.
    }
  }
  return undefined
}

/** Imports a module of a package that the application has installed, so that it runs with the application's versions. */
export const importInstalled = async (cwd: string, specifier: string): Promise<unknown> => {
  const path = findModule(cwd, specifier)
  if (path === undefined) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    throw new CommandError(3, `${name} is not installed. Install it with: npm install ${name}`)
  }
  return import(pathToFileURL(path).href)
}

const VITE_CONFIGS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => `vite.config.${ending}`)

/** An environment of Vite, in which modules run (since Vite 6). */
interface ViteEnvironment {
  readonly runner?: { readonly import: (path: string) => Promise<object> }
}

/** What this package uses of Vite. */
interface Vite {
  readonly createServer: (options: object) => Promise<{
    readonly config: { readonly server: { readonly port?: number } }
    readonly environments?: Readonly<Record<string, ViteEnvironment>>
    readonly ssrLoadModule: (path: string) => Promise<object>
    readonly close: () => Promise<void>
  }>
  readonly createRunnableDevEnvironment?: (name: string, config: object, options: object) => ViteEnvironment
}

/** A module of the application. Until it is closed, it may import more. */
export interface OwnModule {
  readonly module: object
  /** The port of the development server by the Vite config. Since version 6, Vite fills in its default. */
  readonly vitePort?: number | undefined
  readonly close: () => Promise<void>
}

const OWN = 'authwright'

/** Nitro runs the modules of a server in a worker, as in SolidStart. There, an environment of this command imports the module. */
const ownEnvironment = ({ createRunnableDevEnvironment: create }: Vite): object => {
  if (create === undefined) return {}
  const createEnvironment = (name: string, config: object): ViteEnvironment =>
    create(name, config, { runnerOptions: { hmr: false } })
  return { [OWN]: { consumer: 'server', dev: { createEnvironment } } }
}

/** Imports a module with the application's own Vite, so that `$lib`, `$env` and the aliases of its config resolve. */
const importWithVite = async (cwd: string, path: string): Promise<OwnModule> => {
  const vite = (await importInstalled(cwd, 'vite')) as Vite
  const cacheDir = await mkdtemp(join(tmpdir(), 'authwright-vite-'))
  const server = await vite.createServer({
    root: cwd,
    mode: process.env['NODE_ENV'] || 'development',
    appType: 'custom',
    logLevel: 'silent',
    // The command only reads: it opens no port, and it does not build dependencies for a browser.
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    // Plugins add dependencies nevertheless. Building these would replace the files of a running development server.
    cacheDir,
    environments: ownEnvironment(vite),
  })
  const { ssr, [OWN]: own } = server.environments ?? {}
  const runner = ssr !== undefined && ssr.runner === undefined ? own?.runner : undefined
  const close = async () => {
    await server.close()
    await rm(cacheDir, { recursive: true, force: true })
  }
  try {
    const module = await (runner?.import(path) ?? server.ssrLoadModule(path))
    return { module, vitePort: server.config.server.port, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Imports TypeScript or JavaScript as a bundler would: imports without an ending, and the `paths` of tsconfig.json. */
const importWithJiti = async (cwd: string, path: string): Promise<OwnModule> => {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(join(cwd, 'package.json'), { fsCache: false, interopDefault: false, tsconfigPaths: true })
  return { module: await jiti.import<object>(path), close: () => Promise.resolve() }
}

/** Whether the application's own Vite imports its modules. */
export const usesVite = (cwd: string): boolean => VITE_CONFIGS.some((name) => existsSync(join(cwd, name)))

/** Imports a module of the application. */
export const importOwn = (cwd: string, path: string): Promise<OwnModule> =>
  usesVite(cwd) ? importWithVite(cwd, path) : importWithJiti(cwd, path)
