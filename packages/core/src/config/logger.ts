import type { AuthConfig, EventCallbacks, LoggerInstance } from '../types/index.ts'
import { type Runtime, withTimeout } from '../runtime/engine.ts'
import { describeError, printable } from '../errors/describe-error.ts'
import { isPromiseLike, type Awaitable } from '../base/async.ts'
import { causeOf, type AuthError } from '../errors/auth-error.ts'
import { EventError } from '../errors/error-classes.ts'
import { warningDocs } from '../errors/error-docs.ts'
import { errorInfo } from '../errors/error-table.ts'

const silent = (): void => undefined

const COLORS = { error: 31, warn: 33, debug: 90 }

/** The time as ISO 8601; empty if the clock of the runtime fails, which must not lose the line. */
const timeOf = ({ now }: Runtime): string => {
  try {
    return `${new Date(now()).toISOString()} `
  } catch {
    return ''
  }
}

/**
 * The default logger: time, level and message, without secrets and control characters. An error continues on further
 * lines: its causes, what to do, and where the documentation describes it.
 */
const builtIn = (runtime: Runtime, debug: boolean): LoggerInstance => {
  const { console: out, hasColors } = runtime
  const write = (level: 'error' | 'warn' | 'debug', code: string, text: string): void => {
    const tag = `[auth][${level}]${code}`
    out[level](`${timeOf(runtime)}${hasColors === true ? `\u001b[${COLORS[level]}m${tag}\u001b[39m` : tag} ${text}`)
  }
  const spaced = (parts: readonly unknown[]): string => parts.map(printable).join(' ')
  return {
    error: (error, ...more) => write('error', '', describeError(error, ...more)),
    warn: (code, ...more) => write('warn', `[${code}]`, `${spaced(more)}\n[docs] ${warningDocs(code)}`),
    debug: debug ? (message, ...more) => write('debug', '', spaced([message, ...more])) : silent,
  }
}

/** An error of the logger must not fail the request. */
const safely = (write: () => unknown): void => {
  try {
    // A logger may return a promise. An unhandled rejection would terminate the process.
    Promise.resolve(write()).catch(silent)
  } catch {
    // The error of a logger cannot be logged.
  }
}

/** The developer's logger; the built-in one handles the levels that it lacks. */
export const resolveLogger = (config: Pick<AuthConfig, 'logger' | 'debug'>, runtime: Runtime): LoggerInstance => {
  const own = config.logger ?? undefined
  const base = builtIn(runtime, own === undefined && config.debug === true)
  if (own === undefined) return base
  return {
    error: (...record) => safely(() => (own.error === undefined ? base.error(...record) : own.error(...record))),
    warn: (...record) => safely(() => (own.warn === undefined ? base.warn(...record) : own.warn(...record))),
    debug: (...record) => safely(() => (own.debug === undefined ? base.debug(...record) : own.debug(...record))),
  }
}

/** Whether only a user caused the error. Code that failed is a cause of its own. */
export const isByUser = (error: AuthError): boolean => {
  const { userReasons } = errorInfo(error)
  const { err, reason } = error.cause ?? {}
  return err === undefined && (userReasons === 'any' || userReasons.some((known) => known === reason))
}

/** Logs the error of a request. `more` is written beside it, such as its reference. */
export const logError = (logger: LoggerInstance, error: AuthError, ...more: readonly unknown[]): void => {
  if (!isByUser(error)) return logger.error(error, ...more)
  logger.debug(`${error.type}: ${error.message}`, { ...error.cause }, ...more)
}

/** Calls an event handler of the application. An error of the handler is logged and changes nothing. */
export type Emit = <Name extends keyof EventCallbacks>(
  name: Name,
  message: Parameters<EventCallbacks[Name]>[0],
) => Awaitable<void>

/** Milliseconds that a request waits for a handler. A slower handler continues in the background. */
const LONGEST = 5000

export const makeEmit = (events: Partial<EventCallbacks>, logger: LoggerInstance, after: Runtime['after']): Emit => {
  const call = async (name: string, handler: (message: unknown) => unknown, message: unknown): Promise<void> => {
    const late = (): EventError => new EventError(`The ${name} event handler took too long`, { event: name })
    try {
      const response: unknown = Reflect.apply(handler, events, [message])
      if (isPromiseLike(response)) await withTimeout(after, LONGEST, response, late)
    } catch (error) {
      const failure = new EventError(`The ${name} event handler threw`, { event: name, ...causeOf(error) })
      logger.error(error instanceof EventError ? error : failure)
    }
  }
  return (name, message) => {
    const handler = events[name] as ((message: unknown) => unknown) | undefined
    return handler === undefined ? undefined : call(name, handler, message)
  }
}
