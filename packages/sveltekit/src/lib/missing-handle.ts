import { logWarning } from '@authwright/core/framework'
import { isDevelopment } from './environment.ts'

/** What to write if SvelteKit does not call the hook of the library. */
export const EXPORT_HANDLE = "Export the hook from src/hooks.server.ts: export { handle } from './auth'"

/** What node:http publishes when a response has ended. */
interface FinishedResponse {
  readonly response: { readonly getHeader: (name: string) => unknown }
}

type Listener = (message: unknown) => void

interface Channels {
  readonly subscribe: (name: string, listener: Listener) => void
  readonly unsubscribe: (name: string, listener: Listener) => void
}

interface Process {
  readonly getBuiltinModule?: (name: 'node:diagnostics_channel') => Channels | undefined
}

const FINISHED = 'http.server.response.finish'

let hasRun = false
let isWatched = false

/** Record that SvelteKit calls `handle`. */
export const recordHandle = (): void => {
  hasRun = true
}

/** A command that only reads the config, such as `authwright doctor`, listens while it imports the module. */
const isReadByCommand = (): boolean => Symbol.for('authwright.configurations') in globalThis

const isPage = (message: unknown): boolean =>
  String((message as FinishedResponse).response.getHeader('content-type')).startsWith('text/html')

/**
 * Without `handle` in `src/hooks.server.ts` the library never runs, and a page fails with "locals.auth is not a function". If a development
 * server has sent a page, and has not called `handle` for it, the terminal says what to write. Other runtimes than Node say nothing.
 */
export const warnOfMissingHandle = (): void => {
  if (isWatched || !isDevelopment() || isReadByCommand()) return
  isWatched = true
  const { process }: { readonly process?: Process } = globalThis
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel')
  const listener: Listener = (message) => {
    if (!hasRun && !isPage(message)) return
    channels?.unsubscribe(FINISHED, listener)
    if (hasRun) return
    logWarning(
      'handle-missing',
      `SvelteKit sent a page and did not call handle, so locals.auth does not exist. ${EXPORT_HANDLE}`,
    )
  }
  channels?.subscribe(FINISHED, listener)
}
