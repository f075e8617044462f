import type { AuthConfig } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'
import type { Runtime } from '../runtime/types.ts'
import { describeError, printable } from '../errors/describe-error.ts'

const silent = (): void => undefined

/** The logger that is used unless the owner brings one: one record a line, secrets and control characters removed. */
const builtIn = (out: Runtime['console'], debug: boolean): LoggerInstance => ({
  error: (error, ...more) => out.error(['[auth][error]', describeError(error), ...more.map(printable)].join(' ')),
  warn: (code, ...more) => out.warn([`[auth][warn][${code}]`, ...more.map(printable)].join(' ')),
  debug: debug ? (message, ...more) => out.debug(['[auth][debug]', message, ...more.map(printable)].join(' ')) : silent,
})

/** A logger that fails, now or later, must not fail the request that it was told of. */
const safely = (write: () => unknown): void => {
  try {
    // What is no promise is left alone; what is one has nobody else to catch what it throws.
    Promise.resolve(write()).catch(silent)
  } catch {
    // There is nowhere left to say it.
  }
}

/** The owner's methods over the built-in ones. With a logger of the owner's, `debug` has no say. */
export const resolveLogger = (config: Pick<AuthConfig, 'logger' | 'debug'>, runtime: Runtime): LoggerInstance => {
  const own = config.logger ?? undefined
  const base = builtIn(runtime.console, own === undefined && config.debug === true)
  if (own === undefined) return base
  return {
    error: (...told) => safely(() => (own.error === undefined ? base.error(...told) : own.error(...told))),
    warn: (...told) => safely(() => (own.warn === undefined ? base.warn(...told) : own.warn(...told))),
    debug: (...told) => safely(() => (own.debug === undefined ? base.debug(...told) : own.debug(...told))),
  }
}
