import { exitCodes, type Command, type CommandOptions } from './command.ts'
import { commands } from './commands.ts'

/** The options of every command. */
export const commonOptions = {
  cwd: { type: 'string', value: '<folder>', help: 'work in this folder instead of the current one' },
  config: {
    type: 'string',
    value: '<file#export>',
    help: 'the module with the configuration, and the name of its export (default: found by itself)',
  },
  'env-file': {
    type: 'string',
    value: '<file>',
    multiple: true,
    help: 'read variables from this file instead of the .env files; may be repeated',
  },
  yes: { type: 'boolean', short: 'y', help: 'do not ask for confirmation' },
  json: { type: 'boolean', help: 'print the result as one JSON object' },
  quiet: { type: 'boolean', short: 'q', help: 'print only the result and errors' },
  'no-color': { type: 'boolean', help: 'print without colors; so does NO_COLOR=1' },
  help: { type: 'boolean', short: 'h', help: 'print this text' },
  version: { type: 'boolean', help: 'print the version' },
} as const satisfies CommandOptions

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`).join('\n')
}

const describeOptions = (options: CommandOptions): string =>
  columns(
    Object.entries(options).map(([name, { short, value, help }]) => {
      const flag = `${short === undefined ? '' : `-${short}, `}--${name}`
      return [value === undefined ? flag : `${flag} ${value}`, help] as const
    }),
  )

const exitCodeLine = `Exit codes:\n${columns(Object.entries(exitCodes))}`

/** The text of `authwright --help`. */
export const generalHelp = (): string =>
  [
    'authwright <command>',
    columns([...commands].map(([name, { summary }]) => [name, summary] as const)),
    'authwright <command> --help describes a command.',
    commonHelp(),
  ].join('\n\n')

/** What a command has of its own: usage, description, arguments and options. */
export const describeCommand = (name: string, command: Command): string =>
  [
    `authwright ${name} ${command.usage}`.trimEnd(),
    command.description,
    ...(Object.keys(command.arguments).length === 0 ? [] : [columns(Object.entries(command.arguments))]),
    ...(Object.keys(command.options).length === 0 ? [] : [`Options:\n${describeOptions(command.options)}`]),
  ].join('\n\n')

/** The options and exit codes of all commands. */
export const commonHelp = (): string => `Common options:\n${describeOptions(commonOptions)}\n\n${exitCodeLine}`

/** The text of `authwright <command> --help`. */
export const commandHelp = (name: string, command: Command): string =>
  `${describeCommand(name, command)}\n\n${commonHelp()}`
