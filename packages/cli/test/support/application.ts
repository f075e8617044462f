import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { freePort } from '@authwright/testing/local-server'
import { expect, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
/** Where npm has put the packages of this repository. */
const installed = ['', 'packages/published-integrations', 'packages/published-adapters'].map((folder) =>
  join(root, folder, 'node_modules'),
)

type Variables = Readonly<Record<string, string>>

/** The environment of the tests without the variables that would change the result. */
const environment = (more: Variables = {}): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:AUTH_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|MODE$|DEV$|PROD$|SSR$)/.test(name),
  )
  const path = [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter)
  return { ...Object.fromEntries(own), PATH: path, npm_config_loglevel: 'error', NO_COLOR: '1', ...more }
}

/** Runs a command and returns its standard output. Throws everything that it has printed if it fails. */
const run = async (
  cwd: string,
  command: string,
  args: readonly string[],
  { env = environment(), accepted = [0] }: { env?: NodeJS.ProcessEnv; accepted?: readonly number[] } = {},
): Promise<string> => {
  const child = spawn(command, args, { cwd, env })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (errors += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  if (!accepted.includes(code)) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}${errors}`)
  return output
}

/** The program `name` of an installed package. */
const programOf = (folder: string, packageName: string, name: string): string => {
  const path = createRequire(join(folder, 'package.json')).resolve(`${packageName}/package.json`)
  const { bin } = JSON.parse(readFileSync(path, 'utf8')) as { readonly bin: string | Variables }
  return join(dirname(path), typeof bin === 'string' ? bin : (bin[name] ?? ''))
}

/** The folders with the packages of SvelteKit applications, before and after the migration. */
export interface SvelteKitModules {
  readonly before: string
  readonly after: string
}

/**
 * Installs SvelteKit 2 with Auth.js and with our packages. `@auth/sveltekit` needs SvelteKit 2, and this repository has
 * SvelteKit 3. Our packages must be built, as `npm test` does.
 */
export const installSvelteKit = async (): Promise<SvelteKitModules & { readonly remove: () => void }> => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-modules-'))
  cpSync(join(import.meta.dirname, 'modules'), folder, { recursive: true })
  const packages = ['core', 'client', 'sveltekit'].map((name) => join(root, 'packages', name))
  await run(folder, 'npm', ['pack', '--silent', ...packages])
  const tarballs = globSync('*.tgz', { cwd: folder }).map((name) => join(folder, name))
  const [before, after] = [join(folder, 'before'), join(folder, 'after')]
  const npmInstall = ['install', '--no-audit', '--no-fund', '--prefer-offline']
  await Promise.all([run(before, 'npm', npmInstall), run(after, 'npm', [...npmInstall, ...tarballs])])
  // What these packages load beyond their own dependencies, such as TypeScript, is that of this repository.
  for (const modules of [before, after].map((each) => join(each, 'node_modules'))) {
    for (const name of readdirSync(join(root, 'node_modules')))
      if (!/^(?:\.|@auth)/.test(name) && !existsSync(join(modules, name)))
        symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  return { before, after, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

interface Manifest {
  readonly dependencies?: Variables
  readonly devDependencies?: Variables
}

/** Installs the packages that package.json names, and no others. */
const install = (folder: string, svelteKit: SvelteKitModules | undefined): void => {
  const modules = join(folder, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  const written = readFileSync(join(folder, 'package.json'), 'utf8')
  const manifest = JSON.parse(written) as Manifest
  const when = written.includes('@authwright/') ? 'after' : 'before'
  const places = svelteKit === undefined ? installed : [join(svelteKit[when], 'node_modules'), ...installed]
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const from = places.map((each) => join(each, name)).find((each) => existsSync(each))
    if (from === undefined) throw new Error(`${name} is not installed in this repository`)
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(from, join(modules, name))
  }
}

/** An application in a folder of its own. */
export interface Application {
  /** The address of its server. Each start has the same. */
  readonly origin: string
  /** Changes a file by hand, as a finding says. */
  readonly edit: (path: string, before: string, after: string) => void
  /** Compiles the application, also its components, and throws what the compiler reports. */
  readonly checkTypes: () => Promise<void>
  /** Installs the packages of package.json, builds the application, if it has a build, and starts it. */
  readonly start: () => Promise<{ readonly stop: () => Promise<void> }>
  /** Runs `authwright migrate-from authjs`, first to show the changes, then to write them. A third run changes nothing. */
  readonly migrate: () => Promise<Migration>
}

export interface Migration {
  /** The files that were changed. */
  readonly files: readonly string[]
  /** What is left to the developer: file, line, rule. */
  readonly findings: readonly string[]
}

interface Report {
  readonly files: readonly { readonly path: string }[]
  readonly findings: readonly { readonly file: string; readonly line: number; readonly rule: string }[]
}

interface ApplicationOptions {
  /** What `installSvelteKit` returned. */
  readonly svelteKit?: SvelteKitModules
  /** The variables of the server, besides the secret and its address. */
  readonly variables?: (origin: string) => Promise<Variables>
}

/** Starts an identity provider, and returns the variables of the provider Keycloak. */
export const keycloak =
  (basePath = '/auth') =>
  async (origin: string): Promise<Variables> => {
    const redirectUris = [`${origin}${basePath}/callback/keycloak`]
    const provider = await startIdentityProvider({
      clients: [{ clientId: 'app', clientSecret: 'app-secret', redirectUris }],
    })
    onTestFinished(provider.close)
    return { AUTH_KEYCLOAK_ID: 'app', AUTH_KEYCLOAK_SECRET: 'app-secret', AUTH_KEYCLOAK_ISSUER: provider.issuer }
  }

/** Copies an application of `test/applications`. */
export const copyApplication = async (name: string, options: ApplicationOptions = {}): Promise<Application> => {
  const { svelteKit, variables } = options
  const folder = mkdtempSync(join(tmpdir(), `authwright-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(import.meta.dirname, '../applications', name), folder, { recursive: true })
  await run(folder, 'git', ['init', '--quiet'])
  const port = String(await freePort())
  const origin = `http://localhost:${port}`
  const env = environment({
    PORT: port,
    HOST: 'localhost',
    ORIGIN: origin,
    AUTH_SECRET: 'a secret of the tests, thirty-two characters and more',
    ...(await variables?.(origin)),
  })
  const runTool = (tool: string, packageName: string, ...args: readonly string[]): Promise<string> =>
    run(folder, process.execPath, [programOf(folder, packageName, tool), ...args], { env })

  const checkTypes = async (): Promise<void> => {
    install(folder, svelteKit)
    if (svelteKit === undefined) {
      await runTool('tsc', 'typescript', '-p', '.')
      return
    }
    await runTool('svelte-kit', '@sveltejs/kit', 'sync')
    await runTool('svelte-check', 'svelte-check', '--tsgo', '--fail-on-warnings', '--output', 'human')
  }

  const start: Application['start'] = async () => {
    install(folder, svelteKit)
    if (svelteKit !== undefined) await runTool('vite', 'vite', 'build')
    const program = svelteKit === undefined ? 'src/server.ts' : 'build/index.js'
    const child = spawn(process.execPath, [program], { cwd: folder, env })
    let output = ''
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk)
          if (/listening/i.test(output)) resolve()
        })
    })
    const ended = once(child, 'close')
    const failed = ended.then(() => Promise.reject(new Error(`The server ended:\n${output}`)))
    failed.catch(() => undefined)
    const stop = async (): Promise<void> => {
      child.kill()
      await ended
    }
    onTestFinished(async ({ task }) => {
      await stop()
      if (task.result?.state === 'fail') console.log(output)
    })
    await Promise.race([ready, failed])
    return { stop }
  }

  const command = ['--conditions=authwright-source', join(import.meta.dirname, '../../src/main.ts')]
  // With findings the exit code is 1.
  const authwright = (...args: readonly string[]): Promise<string> =>
    run(folder, process.execPath, [...command, 'migrate-from', 'authjs', ...args], { accepted: [0, 1] })
  const preview = async (): Promise<Report> => JSON.parse(await authwright('--dry-run', '--json')) as Report
  const migrate = async (): Promise<Migration> => {
    const { files, findings } = await preview()
    await authwright('--yes')
    expect((await preview()).files).toStrictEqual([])
    return {
      files: files.map(({ path }) => path),
      findings: findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`),
    }
  }
  const edit = (path: string, before: string, after: string): void => {
    const text = readFileSync(join(folder, path), 'utf8')
    if (!text.includes(before)) throw new Error(`${path} does not contain ${before}:\n${text}`)
    writeFileSync(join(folder, path), text.replace(before, after))
  }
  return { origin, edit, checkTypes, start, migrate }
}
