import { isPromiseLike } from '../base/awaitable.ts'
import { causeOf } from '../errors/auth-error.ts'
import { EventError } from '../errors/error-classes.ts'
import { withTimeout } from '../runtime/deadline.ts'
import type { Runtime } from '../runtime/types.ts'
import type { EventCallbacks } from '../types/auth-config.ts'
import type { LoggerInstance } from '../types/config-options.ts'

/** Calls an event handler of the application. An error of the handler is logged and changes nothing. */
export type Emit = <Name extends keyof EventCallbacks>(
  name: Name,
  message: Parameters<EventCallbacks[Name]>[0],
) => Promise<void>

/** Milliseconds that a request waits for a handler. A slower handler continues in the background. */
const LONGEST = 5000

export const makeEmit =
  (events: Partial<EventCallbacks>, logger: LoggerInstance, after: Runtime['after']): Emit =>
  async (name, message) => {
    const handler = events[name] as ((message: unknown) => unknown) | undefined
    if (handler === undefined) return
    const late = (): EventError => new EventError(`The ${name} event handler took too long`, { event: name })
    try {
      const response: unknown = Reflect.apply(handler, events, [message])
      if (isPromiseLike(response)) await withTimeout(after, LONGEST, response, late)
    } catch (error) {
      logger.error(
        error instanceof EventError
          ? error
          : new EventError(`The ${name} event handler threw`, { event: name, ...causeOf(error) }),
      )
    }
  }
