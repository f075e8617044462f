import type { AuthConfig } from '@authwright/core'
import type { ProviderDescription } from '../application/describe-providers.ts'
import type { Environment } from '../application/environment.ts'
import { REPOSITORY } from '../repository.ts'
import type { StartError } from './start-error.ts'

/** How a check ends: `fail` is broken, `warn` is a risk, `note` is worth knowing. */
export type Level = 'note' | 'warn' | 'fail'

/** What the checks see of the machine and of the network. Tests replace it. */
export interface System {
  /** The version of Node, such as `24.1.0`. */
  readonly nodeVersion: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Sends a request without following redirects. */
  readonly fetch: (url: string) => Promise<Response>
  /** The records of a name, or an empty list if there are none. */
  readonly resolve: (name: string, type: 'MX' | 'A' | 'TXT') => Promise<readonly string[]>
  /** The first line that a server sends after a connection. */
  readonly greeting: (host: string, port: number, isTls: boolean) => Promise<string>
  /** When the certificate of a host expires, in milliseconds since 1970. */
  readonly certificateEnd: (host: string, port: number) => Promise<number>
  /** Whether this runtime can make a key of an algorithm. */
  readonly canMakeKey: (algorithm: 'ES256' | 'Ed25519') => Promise<boolean>
}

/** What the checks see of the application's folder. */
export interface Project {
  /** The id of the framework, if it is known. */
  readonly framework: string | undefined
  readonly dependencies: Readonly<Record<string, string>>
  /** The text of a file, or `undefined` if there is none. */
  readonly read: (path: string) => string | undefined
  /** The version of a package that is installed. */
  readonly versionOf: (name: string) => string | undefined
  /** The command that installs packages. One of them may belong to the `devDependencies`. */
  readonly install: (packages: readonly string[], devDependency?: string) => string
  /** The folders from which the packages of the application load `@authwright/core`. */
  readonly coreCopies: readonly string[]
  /** The files of variables that are part of the git repository, by path. */
  readonly trackedEnvFiles: Readonly<Record<string, string>>
}

export interface Facts {
  /** The config with the defaults of the framework and of the environment. */
  readonly config: AuthConfig
  /** The config as it is written. */
  readonly written: AuthConfig
  /** The module of the config, and its text. */
  readonly file: string
  readonly source: string
  /** The address of the application, if the config or a variable sets a valid one. */
  readonly origin: URL | undefined
  readonly env: Environment
  /** Whether the checks for production are made. */
  readonly isProduction: boolean
  readonly providers: readonly ProviderDescription[]
  /** The error that every request would fail with, apart from those about secrets. */
  readonly startError: StartError | undefined
  /** What the library warns about at the first request. */
  readonly warnings: readonly (readonly [code: string, text: string])[]
  readonly project: Project
  readonly system: System
}

/** A check of `authwright doctor`. */
export interface Check {
  /** The group and a name: `secret.missing`. */
  readonly id: string
  readonly level: Level
  /** Whether it is made only for production. */
  readonly isForProduction?: boolean
  /** Whether development does without what is missing, so that a finding is a note until `--production` is given. */
  readonly isReplaced?: (facts: Facts) => boolean
  /** Whether it sends requests. `--offline` leaves it out. */
  readonly usesNetwork?: boolean
  /** Why it matters. */
  readonly why: string
  /** What to do, or what to type. */
  readonly fix: string
  /** What to do in this application, in place of `fix`. */
  readonly fixOf?: (facts: Facts) => string | undefined
  /** The address of the page that says more. */
  readonly docs: string
  /** What was found, or `undefined` if all is well. Never a secret. */
  readonly find: (facts: Facts) => string | undefined | Promise<string | undefined>
}

/** The parts of a check that its group gives. */
export type CheckOf = Omit<Check, 'id' | 'docs'>

/** Names the checks of a group, and gives them the address of the page about it, a file of the repository. */
export const group = (name: string, page: string, checks: Readonly<Record<string, CheckOf>>): readonly Check[] =>
  Object.entries(checks).map(([id, check]) => ({ id: `${name}.${id}`, docs: `${REPOSITORY}/${page}`, ...check }))

export const isLoopback = (host: string): boolean =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(host)

/** Joins what was found, or `undefined` if nothing was. */
export const list = (found: readonly string[]): string | undefined =>
  found.length === 0 ? undefined : found.join('; ')
