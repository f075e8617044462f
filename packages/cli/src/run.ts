import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, UsageError, type CommandOptions, type ExitCode, type Terminal } from './command.ts'
import { commands } from './commands.ts'
import { didYouMean } from './did-you-mean.ts'
import { commandHelp, commonOptions, generalHelp } from './help.ts'

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

/** Runs `work` in a folder: the application's own modules resolve relative paths, such as that of a SQLite file, there. */
const inFolder = async <Result>(folder: string, work: () => Promise<Result>): Promise<Result> => {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await work()
  } finally {
    process.chdir(before)
  }
}

/** Throws for an option that the command does not have. The message of Node would not say which one was meant. */
const checkOptions = (name: string, args: readonly string[], options: CommandOptions): void => {
  const { tokens } = parseArgs({ args: [...args], allowPositionals: true, strict: false, tokens: true, options })
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(options, token.name))
  if (unknown?.kind !== 'option') return
  const hint = didYouMean(
    unknown.rawName,
    Object.keys(options).map((each) => `--${each}`),
  )
  throw new UsageError(`unknown option ${unknown.rawName}.${hint} authwright ${name} --help lists all`)
}

const ESCAPE = '\u001b'

/** Control characters but colors and the ends of lines, and characters that reorder text (Unicode UAX #9). */
const CONTROL = new RegExp(String.raw`(?!${ESCAPE}\[[\d;]*m|\r?\n|\t)[\p{Cc}\p{Bidi_Control}]`, 'gu')

/** A terminal that no text can steer: providers, databases and users wrote parts of what commands print. */
const withoutControl = ({ print, printError, ask, showStatus, ...terminal }: Terminal): Terminal => {
  // JSON has the same form for a character.
  const clean = (text: string): string =>
    text.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return {
    ...terminal,
    print: (text) => print(clean(text)),
    printError: (text) => printError(clean(text)),
    ...(ask === undefined ? {} : { ask: (question) => ask(clean(question)) }),
    ...(showStatus === undefined ? {} : { showStatus: (line) => showStatus(clean(line)) }),
  }
}

/** The terminal as the common options want it. */
const terminalFor = (
  { showStatus, ...terminal }: Terminal,
  values: { readonly quiet?: boolean | undefined; readonly 'no-color'?: boolean | undefined },
): Terminal => {
  const isQuiet = values.quiet === true
  return {
    ...terminal,
    color: terminal.color && values['no-color'] !== true,
    ...(isQuiet ? { printError: () => undefined } : {}),
    ...(isQuiet || showStatus === undefined ? {} : { showStatus }),
  }
}

const runCommand = async (name: string, args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
  const entry = commands.get(name)
  if (entry === undefined)
    throw new UsageError(
      `unknown command ${name}.${didYouMean(name, [...commands.keys()])} authwright --help lists all`,
    )
  const { command } = await entry.load()
  const options = { ...command.options, ...commonOptions }
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const own = args.slice(0, end)
  checkOptions(name, own, options)
  const { values, positionals } = parseArgs({ args: own, allowPositionals: true, options })
  if (values.help === true) {
    terminal.print(commandHelp(name, command))
    return 0
  }
  const cwd = readFolder(values.cwd)
  return inFolder(cwd, () =>
    command.run({
      cwd,
      positionals,
      rest: args.slice(end + 1),
      values,
      json: values.json === true,
      yes: values.yes === true,
      terminal: terminalFor(terminal, values),
      version: readVersion(),
    }),
  )
}

const exitCodeOf = (error: unknown): ExitCode | undefined => {
  if (error instanceof CommandError) return error.exitCode
  const isUsage = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  return isUsage ? 2 : undefined
}

/**
 * Runs one command line. Returns the exit code. Errors that are not a `CommandError` are defects and are thrown.
 *
 * @example
 * const exitCode = await run(['secret', '--json'], terminal)
 */
export const run = async (args: readonly string[], given: Terminal): Promise<ExitCode> => {
  const terminal = withoutControl(given)
  const [first, second, ...others] = args
  // `help doctor` is `doctor --help`.
  const [name, ...rest] = first === 'help' && second !== undefined ? [second, '--help', ...others] : args
  if (name === undefined || ['help', '--help', '-h'].includes(name)) terminal.print(generalHelp())
  else if (name === '--version') terminal.print(readVersion())
  else {
    try {
      return await runCommand(name, rest, terminal)
    } catch (error) {
      const exitCode = exitCodeOf(error)
      if (exitCode === undefined || !(error instanceof Error)) throw error
      if (args.includes('--json')) terminal.print(JSON.stringify({ ok: false, command: name, error: error.message }))
      else terminal.printError(`authwright: ${error.message}`)
      return exitCode
    }
  }
  return 0
}
