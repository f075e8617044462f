import { toHex } from '../base/bytes.ts'
import { printable } from '../errors/describe-error.ts'
import { recordingRuntime, type Runtime } from '../runtime/engine.ts'
import type { LoggerInstance } from '../types/config-options.ts'

/** A decision of the library during a request, as the inspector of a development server gets it. */
export interface DecisionRecord {
  /** Random; the same for all decisions of a request. */
  readonly request: string
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly step: string
  /** JSON without secrets. */
  readonly facts: string
}

const SINK = Symbol.for('authwright.decisions')

/** The function that `authwright dev` puts into the process of a development server before the application starts. */
const findSink = (): ((record: DecisionRecord) => void) | undefined => {
  const sink: unknown = Reflect.get(globalThis, SINK)
  return typeof sink === 'function' ? (sink as (record: DecisionRecord) => void) : undefined
}

/**
 * The runtime of one request: with `debug: true`, and under the inspector of a development server, it records what the
 * library decides. Otherwise it is the given one, and nothing is recorded.
 */
export const recordDecisions = (
  runtime: Runtime,
  { debug, logger }: { readonly debug: boolean; readonly logger: LoggerInstance },
): Runtime => {
  const found = findSink()
  // A server in production must not tell another process about its requests.
  const sink = found !== undefined && runtime.isDevelopment === true ? found : undefined
  if (!debug && sink === undefined) return runtime
  const request = toHex(runtime.random(4))
  return recordingRuntime(runtime, (step, facts) => {
    if (debug) logger.debug(`#${request} ${step}`, facts)
    sink?.({ request, time: runtime.now(), step, facts: printable(facts) })
  })
}
