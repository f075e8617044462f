import type { AuthConfig } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import type { Fault, Point } from './faults.ts'
import type { Flow } from './flow.ts'
import type { Rows } from './fault-setup.ts'

/** Options of `runFaultMatrix`. One store serves the whole matrix, because every flow makes new users. */
export interface FaultMatrixOptions {
  readonly adapter: Adapter
  /** Reads all rows for the checks at the end of a run. Without it the rows are not checked. */
  readonly rows?: () => Rows | PromiseLike<Rows>
  /** Empties the store before each flow and sometimes within one, because each scenario reads all rows. */
  readonly empty?: () => unknown
  /** Whether to run a flow. @default every flow that the adapter has the methods for */
  readonly only?: (flow: string) => boolean
  /** Whether to run a fault at a call. @default all */
  readonly pick?: (fault: Fault, point: Point) => boolean
  /** @default `faultFlows` */
  readonly flows?: readonly Flow[]
  /** Config that additional flows need, such as their providers. */
  readonly config?: Partial<AuthConfig>
}

/** A run that did not survive its faults. */
export interface Failure {
  readonly flow: string
  /** The call by number and name, such as `3 linkAccount`; of a pair the second one. */
  readonly point: string
  readonly fault: Fault
  /** The first fault of a pair. */
  readonly after?: string
  readonly complaints: readonly string[]
}

/** The result of a matrix. */
export interface FaultMatrixReport {
  readonly flows: number
  /** The adapter calls of all flows. */
  readonly points: number
  /** How many runs had faults. */
  readonly scenarios: number
  readonly survived: number
  readonly failures: readonly Failure[]
}
