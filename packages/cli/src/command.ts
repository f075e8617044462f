import type { ParseArgsConfig } from 'node:util'

/** How a command talks to the user. Tests replace it. */
export interface Terminal {
  /** Prints a result to the standard output. */
  readonly print: (text: string) => void
  /** Prints a message about the run to the standard error. */
  readonly printError: (text: string) => void
  /** Asks a question with the reply yes or no. Missing if there is no terminal. */
  readonly ask?: (question: string) => Promise<boolean>
  readonly color: boolean
  readonly today: Date
}

/** 0: done. 1: done, with findings that the user has to look at, or declined. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>

export interface Invocation {
  /** The folder to work in, as an absolute path. */
  readonly cwd: string
  readonly positionals: readonly string[]
  readonly values: OptionValues
  /** Whether the result is printed as one JSON object. */
  readonly json: boolean
  /** Whether the user has confirmed with `--yes`. */
  readonly yes: boolean
  readonly terminal: Terminal
  /** The version of this package. The packages of Authwright are released together. */
  readonly version: string
}

/** A command is a module with this record. It is loaded when the command is called. */
export interface Command {
  /** The arguments, what the command does, and its own options. */
  readonly help: string
  /** The options that only this command has. */
  readonly options: NonNullable<ParseArgsConfig['options']>
  readonly run: (invocation: Invocation) => Promise<ExitCode>
}

/** The command line is wrong. The message says which part, and what to write instead. */
export class UsageError extends Error {}
