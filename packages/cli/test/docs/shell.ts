import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pageCommands } from './page-commands.ts'

type Variables = Readonly<Record<string, string>>

interface ShellOptions {
  readonly variables?: Variables
  /** What stands for an address of the page, by this address. */
  readonly replaced?: Variables
  /** The exit codes that are no failure. @default [0] */
  readonly accepted?: readonly number[]
  /** What a user types. The command then has a terminal. */
  readonly typed?: string
}

/** A command that runs until it is stopped. */
export interface Running {
  /** The match, once the output has it. Rejects if the command ends before. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly stop: () => Promise<void>
}

const ofPages = new Set(pageCommands.map(({ command }) => command))

/** The environment without the variables that would change the result, and without the programs of this repository. */
const environment = (home: string, more: Variables): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:AUTH|VITEST|npm_|NODE|TEST$|MODE$|DEV$|PROD$|SSR$|CI$)/i.test(name),
  )
  const places = (process.env['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  return {
    ...Object.fromEntries(own),
    PATH: [dirname(process.execPath), ...places].join(delimiter),
    HOME: home,
    NO_COLOR: '1',
    npm_config_loglevel: 'error',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
    // What npm has asked the registry once is in its cache.
    npm_config_prefer_offline: 'true',
    ...more,
  }
}

/** Node finds no other machine. */
const withoutNetwork = `import dns from 'node:dns'
const lookup = dns.lookup
dns.lookup = (name, ...rest) => {
  if (/^(?:localhost|127\\.0\\.0\\.1|::1)$/.test(name)) return lookup(name, ...rest)
  rest.at(-1)(Object.assign(new Error('getaddrinfo ENOTFOUND ' + name), { code: 'ENOTFOUND', hostname: name }))
}
`

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Runs the commands of pages as users do, with a home folder of its own, and notes which ones it ran. */
export class Shell {
  readonly folder = mkdtempSync(join(tmpdir(), 'authwright-commands-'))
  /** The commands of pages that ran. */
  readonly ran = new Set<string>()
  /** The registry of npm. */
  registry = ''
  readonly #home = join(this.folder, 'home')
  readonly #guard = join(this.#home, 'without-network.mjs')
  readonly #running = new Set<Running>()

  constructor() {
    mkdirSync(this.#home)
    writeFileSync(this.#guard, withoutNetwork)
  }

  /** A folder for an application. */
  makeFolder(name: string): string {
    const folder = join(this.folder, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }

  /** Runs what no page shows. */
  async prepare(script: string, folder: string, options: ShellOptions = {}): Promise<string> {
    const { accepted = [0], typed } = options
    const { child, output } = this.#spawn(script, folder, options)
    child.stdin.end(typed ?? '')
    const [code] = (await once(child, 'close')) as [number]
    if (!accepted.includes(code)) throw new Error(`"${script}" ended with ${code}:\n${output()}`)
    return output()
  }

  /** Runs commands of a page one after the other, in one shell. Returns what they print. Throws if one fails. */
  async run(commands: string | readonly string[], folder: string, options: ShellOptions = {}): Promise<string> {
    const list = typeof commands === 'string' ? [commands] : commands
    const output = await this.prepare(`set -e\n${list.join('\n')}`, folder, options)
    this.#note(list)
    return output
  }

  /** Starts a command of a page. */
  start(command: string, folder: string, options: ShellOptions = {}): Running {
    this.#note([command])
    return this.startOther(command, folder, options)
  }

  /** Starts what no page shows. */
  startOther(command: string, folder: string, options: ShellOptions = {}): Running {
    const { child, output } = this.#spawn(command, folder, options)
    const ended = once(child, 'close')
    const running: Running = {
      prints: (pattern) =>
        new Promise((resolve, reject) => {
          const check = (): void => {
            const match = pattern.exec(output())
            if (match !== null) resolve(match)
          }
          child.stdout.on('data', check)
          child.stderr.on('data', check)
          check()
          void ended.then(() => reject(new Error(`"${command}" ended:\n${output()}`)))
        }),
      stop: async () => {
        this.#running.delete(running)
        // npm and npx start further processes. All of them are one group.
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
          process.kill(-child.pid, 'SIGTERM')
        await ended
      },
    }
    this.#running.add(running)
    return running
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((each) => each.stop()))
    rmSync(this.folder, { recursive: true, force: true })
  }

  #note(commands: readonly string[]): void {
    for (const command of commands) {
      if (!ofPages.has(command)) throw new Error(`No page shows "${command}"`)
      this.ran.add(command)
    }
  }

  #spawn(script: string, folder: string, { variables = {}, replaced = {}, typed }: ShellOptions) {
    const text = Object.entries(replaced).reduce((before, [from, to]) => before.replaceAll(from, to), script)
    // The program `script` gives a command a terminal.
    const [program, ...args] =
      typed === undefined ? ['bash', '-c', text] : ['script', '-qec', `bash -c ${quote(text)}`, '/dev/null']
    const env = environment(this.#home, {
      npm_config_registry: this.registry,
      NODE_OPTIONS: `--import=${this.#guard}`,
      ...variables,
    })
    const child = spawn(program ?? '', args, { cwd: folder, env, stdio: 'pipe', detached: true })
    let printed = ''
    child.stdout.on('data', (chunk) => (printed += String(chunk)))
    child.stderr.on('data', (chunk) => (printed += String(chunk)))
    return { child, output: () => printed }
  }
}
