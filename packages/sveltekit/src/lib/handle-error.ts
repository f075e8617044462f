import { describeUncaught, isLogged, logWarning } from '@authwright/core/framework'
import type { RequestEvent } from '@sveltejs/kit'
import { isDevelopment } from './environment.ts'
import { EXPORT_HANDLE } from './missing-handle.ts'

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

/** What to do if code of the application calls what only the hook `handle` adds to `locals`. */
const findMissingHandle = (error: unknown): string | undefined =>
  error instanceof TypeError && /\blocals\.(?:auth|requireUser|getSession) is not a function/.test(error.message)
    ? `event.locals has no function of the library. ${EXPORT_HANDLE}`
    : undefined

/** What the browser gets: the type and the reference of an error of the library. */
const messageOf = (error: unknown): { message: string } | undefined => {
  const uncaught = describeUncaught(error)
  return uncaught === undefined ? undefined : { message: `Internal Error (${uncaught})` }
}

/**
 * SvelteKit's hook `handleError`: prints what SvelteKit prints without it, except errors that the library has logged, and those that belong
 * into no log, such as a wrong password. The error page gets the type and the reference of an error that the library logged. If `handle`
 * is not exported, the terminal says so. An application with a hook of its own calls `isLogged(error)` in it instead.
 *
 * @example
 * // src/hooks.server.ts, beside handle
 * export { handleError } from '@authwright/sveltekit'
 */
export const handleError = (input: HandleErrorInput): { message: string } | undefined => {
  const { error } = input
  if (isLogged(error)) return messageOf(error)
  for (const line of linesOf(input)) console.error(line)
  const fix = findMissingHandle(error)
  if (fix === undefined) return undefined
  logWarning('handle-missing', fix)
  return isDevelopment() ? { message: fix } : undefined
}
