import type { AuthConfig, EventCallbacks, LoggerInstance } from '../types/index.ts'
import { type Runtime, withTimeout } from '../runtime/engine.ts'
import { describeError, printable } from '../errors/describe-error.ts'
import { isPromiseLike, type Awaitable } from '../base/async.ts'
import { causeOf } from '../errors/auth-error.ts'
import { EventError } from '../errors/error-classes.ts'

const silent = (): void => undefined

/** The default logger: one line for each record, without secrets and control characters. */
const builtIn = (out: Runtime['console'], debug: boolean): LoggerInstance => ({
  error: (error, ...more) => out.error(['[auth][error]', describeError(error), ...more.map(printable)].join(' ')),
  warn: (code, ...more) => out.warn([`[auth][warn][${code}]`, ...more.map(printable)].join(' ')),
  debug: debug ? (message, ...more) => out.debug(['[auth][debug]', message, ...more.map(printable)].join(' ')) : silent,
})

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
  const base = builtIn(runtime.console, own === undefined && config.debug === true)
  if (own === undefined) return base
  return {
    error: (...record) => safely(() => (own.error === undefined ? base.error(...record) : own.error(...record))),
    warn: (...record) => safely(() => (own.warn === undefined ? base.warn(...record) : own.warn(...record))),
    debug: (...record) => safely(() => (own.debug === undefined ? base.debug(...record) : own.debug(...record))),
  }
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
