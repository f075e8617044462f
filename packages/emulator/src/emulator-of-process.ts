import type { Emulator } from './index.ts'
import { isLoopback } from './loopback.ts'

/** The usual port of the emulator, as `authwright dev` takes it. */
const PORT = 5183

const KEY = Symbol.for('@authwright/emulator')

/**
 * The emulator of this process. A development server can load this module again after a change, or once per route, so it is kept
 * where each copy of the module finds it.
 */
const shared = globalThis as { [KEY]?: Promise<string | undefined> }

const HOW_TO = 'Start your application with `npx authwright dev -- <command>`'

/** Why an emulator in this process would not help, or nothing. */
const findObstacle = (): string | undefined => {
  const address = process.env['AUTH_URL'] || process.env['NEXTAUTH_URL'] || ''
  const url = URL.canParse(address) ? new URL(address) : undefined
  // A server that other machines reach is not emulated by accident. The library itself reports an address that is none.
  if (url !== undefined && /^https?:$/.test(url.protocol) && !isLoopback(url))
    return `AUTH_URL is ${url.origin}, which is not this machine. ${HOW_TO}, which emulates them for any address.`
  if (process.getBuiltinModule?.('node:worker_threads')?.isMainThread === false)
    return `this development server runs your code in a worker thread, which ends with each change. ${HOW_TO}.`
  return undefined
}

/** Starts at the usual port, or at a free one if another process has it. */
const startOnPort = async (): Promise<Emulator> => {
  // The comments keep this import out of what bundlers make of the application: an edge runtime has no `node:http`.
  const { startEmulator } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ '@authwright/emulator'
  )
  try {
    return await startEmulator({ port: PORT })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    return startEmulator()
  }
}

const start = async (): Promise<string | undefined> => {
  try {
    const obstacle = findObstacle()
    if (obstacle !== undefined) {
      console.warn(`The providers are not emulated: ${obstacle}`)
      return undefined
    }
    const { origin, unref } = await startOnPort()
    unref()
    // A framework can also load the configuration in processes and threads that this one starts.
    process.env['AUTHWRIGHT_EMULATOR'] = origin
    console.info(`The providers are emulated at ${origin}`)
    return origin
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    console.warn(`The providers are not emulated: the emulator did not start (${cause}). ${HOW_TO}.`)
    return undefined
  }
}

/**
 * The origin of the emulator that this process runs. The first call starts it, and prints its origin or why there is none.
 */
export const originOfProcess = (): Promise<string | undefined> => (shared[KEY] ??= start())
