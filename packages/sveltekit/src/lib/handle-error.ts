import { isLogged } from '@authwright/core/framework'
import type { RequestEvent } from '@sveltejs/kit'

/**
 * The input of the hook `handleError`, with what the two versions of SvelteKit give.
 * @example const pathOf = ({ event }: HandleErrorInput) => event.url.pathname
 */
export interface HandleErrorInput {
  /** What was thrown. */
  readonly error: unknown
  /** The event of SvelteKit. */
  readonly event: RequestEvent
  /** Version 3: where the error comes from. Of those, only `unknown` and `validation` are to be logged. */
  readonly kind?: string
  /** Version 3: what is wrong with the argument of a remote function. */
  readonly issues?: unknown
  /** Version 2: the status of the response. Version 3 warns when it is read. */
  readonly status?: number
}

/** The stacks of an error and of its causes. */
const stacksOf = (error: unknown): readonly unknown[] => {
  if (error instanceof Error) return [error.stack, ...stacksOf(error.cause)]
  return error === undefined ? [] : [error]
}

/** What SvelteKit prints without this hook. A page that does not exist has no stack. */
const linesOf = (input: HandleErrorInput): readonly unknown[] => {
  const { error, event, kind, issues } = input
  if (kind === 'validation') return [`A remote function refused its argument: ${JSON.stringify(issues)}`]
  if (kind !== undefined) return kind === 'unknown' ? stacksOf(error) : []
  const { status } = input
  const line = `[${status}] ${event.request.method} ${event.url.pathname}`
  return status === 404 ? [line] : [line, ...stacksOf(error)]
}

/**
 * SvelteKit's hook `handleError`: prints what SvelteKit prints without it, except errors that the library has logged, and those that belong
 * into no log, such as a wrong password. An application with a hook of its own calls `isLogged(error)` in it instead.
 *
 * @example
 * // src/hooks.server.ts, beside handle
 * export { handleError } from '@authwright/sveltekit'
 */
export const handleError = (input: HandleErrorInput): void => {
  if (!isLogged(input.error)) for (const line of linesOf(input)) console.error(line)
}
