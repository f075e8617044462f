import { because } from '../errors/because.ts'
import { EventError } from '../errors/classes.ts'
import type { EventCallbacks } from '../types/config.ts'
import type { LoggerInstance } from '../types/options.ts'

/** Tell the owner that something happened. What a handler throws is logged and changes nothing. */
export type Emit = <Name extends keyof EventCallbacks>(
  name: Name,
  message: Parameters<EventCallbacks[Name]>[0],
) => Promise<void>

export const makeEmit =
  (events: Partial<EventCallbacks>, logger: LoggerInstance): Emit =>
  async (name, message) => {
    const handler = events[name] as ((told: typeof message) => unknown) | undefined
    if (handler === undefined) return
    try {
      await Reflect.apply(handler, events, [message])
    } catch (error) {
      logger.error(
        new EventError(`The ${name} event handler threw`, {
          event: name,
          ...because(error),
        }),
      )
    }
  }
