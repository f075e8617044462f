/** How a command talks to the user. Tests replace it. */
export interface Terminal {
  /** Prints a result to the standard output. */
  readonly print: (text: string) => void
  /** Prints a message about the run to the standard error. */
  readonly printError: (text: string) => void
  /** Asks a question with the reply yes or no. Missing if there is no terminal. */
  readonly ask?: (question: string) => Promise<boolean>
  readonly color: boolean
  /** Shows a line that the next one replaces, and that an empty text removes. Missing if there is no terminal. */
  readonly showStatus?: (line: string) => void
  readonly today: Date
  /** Resolves when the user or the system stops the process. Only a command that runs until then calls it. */
  readonly untilStopped: () => Promise<void>
}

/** What the exit codes mean, as `--help` and docs/cli.md list them. */
export const exitCodes = {
  0: 'done',
  1: 'findings, or refused',
  2: 'wrong usage',
  3: 'the configuration of the application cannot be loaded',
  4: 'a server, a file or a port cannot be reached',
  130: 'interrupted',
} as const

export type ExitCode = keyof typeof exitCodes

type OptionValue = string | boolean | readonly (string | boolean)[] | undefined

export type OptionValues = Readonly<Record<string, OptionValue>>

export interface Invocation {
  /** The folder to work in, as an absolute path. */
  readonly cwd: string
  readonly positionals: readonly string[]
  /** What stands after `--`: a command to run. */
  readonly rest: readonly string[]
  readonly values: OptionValues
  /** Whether the result is printed as one JSON object. */
  readonly json: boolean
  /** Whether the user has confirmed with `--yes`. */
  readonly yes: boolean
  readonly terminal: Terminal
  /** The version of this package. The packages of Authwright are released together. */
  readonly version: string
}

export interface CommandOption {
  readonly type: 'string' | 'boolean'
  readonly help: string
  /** What `--help` shows for the value of a string option, such as `<file>`. */
  readonly value?: string
  readonly short?: string
  readonly multiple?: boolean
}

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** A command is a module with this record. It is loaded when the command is called. */
export interface Command {
  /** The arguments, as the first line of `--help` shows them. */
  readonly usage: string
  /** What the command does, in lines of at most 100 characters. */
  readonly description: string
  /** The arguments by name. */
  readonly arguments: Readonly<Record<string, string>>
  /** The options that only this command has. */
  readonly options: CommandOptions
  readonly run: (invocation: Invocation) => Promise<ExitCode>
}

/** An error that ends the command with an exit code and its message, without a stack. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}

/** The command line is wrong. The message says which part, and what to write instead. */
export class UsageError extends CommandError {
  constructor(message: string, options?: ErrorOptions) {
    super(2, message, options)
  }
}

/** The value of a string option. */
export const textOf = (values: OptionValues, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** The values of a string option that may be repeated, or that has a list with commas. */
export const listOf = (values: OptionValues, name: string): readonly string[] =>
  [values[name]]
    .flat()
    .flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
    .map((value) => value.trim())
    .filter((value) => value !== '')
