import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError, type Command, type ExitCode, type Terminal } from './command.ts'

interface CommandEntry {
  readonly summary: string
  readonly load: () => Promise<{ readonly command: Command }>
}

const commands: ReadonlyMap<string, CommandEntry> = new Map([
  [
    'migrate-from',
    { summary: 'move an application from another library', load: () => import('./migrate-from/migrate-from.ts') },
  ],
])

const commonHelp = `  --cwd <folder>  work in this folder instead of the current one
  --yes           do not ask for confirmation
  --json          print the result as one JSON object
  --help          print this text

NO_COLOR=1 turns colors off. Exit codes: 0 done, 1 findings, 2 wrong usage.`

const help = (): string =>
  `authwright <command>

${[...commands].map(([name, { summary }]) => `  ${name}  ${summary}`).join('\n')}

authwright <command> --help describes a command.

${commonHelp}
  --version       print the version`

const commonOptions = {
  cwd: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

const readVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return (manifest as { readonly version: string }).version
}

const readFolder = (path = '.'): string => {
  const folder = resolve(path)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--cwd: ${path} is not a folder`)
  return folder
}

const runCommand = async (name: string, args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const entry = commands.get(name)
  if (entry === undefined) throw new UsageError(`unknown command ${name}. authwright --help lists all`)
  const { command } = await entry.load()
  const options = { ...command.options, ...commonOptions }
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  if (values.help === true) {
    terminal.print(`authwright ${name} ${command.help}\n${commonHelp}`)
    return 0
  }
  return command.run({
    cwd: readFolder(values.cwd),
    positionals,
    values: values as Readonly<Record<string, string | boolean | undefined>>,
    json: values.json === true,
    yes: values.yes === true,
    terminal,
    version: readVersion(),
  })
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))

/** Runs one command line. Returns the exit code. */
export const run = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const [name, ...rest] = args
  if (name === '--version') terminal.print(readVersion())
  else if (name === '--help' || name === '-h') terminal.print(help())
  else if (name === undefined) terminal.printError(help())
  else {
    try {
      return await runCommand(name, rest, terminal)
    } catch (error) {
      if (!isUsageError(error)) throw error
      if (args.includes('--json')) terminal.print(JSON.stringify({ ok: false, command: name, error: error.message }))
      else terminal.printError(`authwright: ${error.message}`)
      return 2
    }
  }
  return name === undefined ? 2 : 0
}
