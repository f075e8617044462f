import { programOf } from '@authwright/test-kit/runtimes/subject-in'
import { DEFAULT_ENVIRONMENT, type Subject } from '@authwright/testing/frameworks'
import { Miniflare, Response as WorkerResponse, type Request as WorkerRequest } from 'miniflare'
import type { WorkerOrder } from './worker.ts'

/** A worker that serves the test application in workerd. */
export interface RunningWorker {
  readonly origin: string
  readonly start: (order: WorkerOrder) => Promise<void>
  readonly logs: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Starts the program of a folder in workerd. */
export const startWorker = async (folder: string): Promise<RunningWorker> => {
  let logs: readonly string[] = []
  const worker = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    modules: [{ type: 'ESModule', path: 'program.mjs', contents: await programOf(folder) }],
    compatibilityDate: '2026-07-01',
    compatibilityFlags: ['nodejs_compat'],
    serviceBindings: {
      LOGS: async (request: WorkerRequest) => {
        logs = (await request.json()) as readonly string[]
        return new WorkerResponse(null)
      },
    },
  })
  const { origin } = await worker.ready
  return {
    origin,
    start: async (order) => {
      logs = []
      const { ok, status } = await fetch(`${origin}/start-application`, { method: 'POST', body: JSON.stringify(order) })
      if (!ok) throw new Error(`The worker responded with ${status}`)
    },
    logs: () => logs,
    close: () => worker.dispose(),
  }
}

/** The `fetch` handler of the test application in a worker. */
export const fetchInWorkerd = (running: () => RunningWorker): Subject => ({
  name: 'fetch handler on workerd',
  has: new Set(['http/1.1', 'web-response']),
  refuses: {
    ...Object.fromEntries(
      [
        'names no other host after a malformed target, and goes on serving',
        'names no other host after a malformed host, and goes on serving',
        'names no other host after a Host with a user name, and goes on serving',
      ].map((rule) => [rule, 'workerd responds with 500 before the application']),
    ),
    C41: 'workerd asks for no body with the status 100',
  },
  start: async (options) => {
    const { origin, start, logs } = running()
    await start({ options, environment: options.environment ?? DEFAULT_ENVIRONMENT })
    return { origin, logs, stop: () => Promise.resolve() }
  },
})
