import type { AuthConfig } from '@authwright/core'
import type { Adapter } from '@authwright/core/adapters'
import type { Fault, Point } from './faults.ts'
import type { Flow } from './flow.ts'
import type { Rows } from './setup.ts'

/** The adapter that is put to the test. One store serves the whole matrix: everybody in it is somebody new. */
export interface FaultMatrixOptions {
  readonly adapter: Adapter
  /** What is stored, for looking at when all is over. Without it users are counted by the adapter's own word. */
  readonly rows?: () => Rows | PromiseLike<Rows>
  /** Empties the store, which is done before each flow and now and then within one: looking at all rows after each scenario is quick where they are few. */
  readonly empty?: () => unknown
  /** Whether a flow is run. @default all that the adapter has the methods for */
  readonly only?: (flow: string) => boolean
  /** Whether a fault at a call is run, or is part of a pair. @default all */
  readonly pick?: (fault: Fault, point: Point) => boolean
  /** What is done. @default `faultFlows` */
  readonly flows?: readonly Flow[]
  /** What flows of one's own need of the config, such as their providers. */
  readonly config?: Partial<AuthConfig>
}

/** Faults in one flow that did not end well. */
export interface Failure {
  readonly flow: string
  /** The call, by its place and name, such as `3 linkAccount`; of a pair the second one. */
  readonly point: string
  readonly fault: Fault
  /** What had gone wrong before, of a pair. */
  readonly after?: string
  readonly complaints: readonly string[]
}

/** What came of a matrix. */
export interface FaultMatrixReport {
  readonly flows: number
  /** Calls of the adapter in all flows together. */
  readonly points: number
  /** Faults at points: how often a flow was run with something going wrong. */
  readonly scenarios: number
  readonly survived: number
  readonly failures: readonly Failure[]
}
