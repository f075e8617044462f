import type { Adapter } from '@authwright/core/adapters'
import { faultFlows, type FaultMatrixOptions, type Flow } from '@authwright/test-kit/fault-matrix'
import { passkeyAccountFlows } from './passkeys/account-flows.ts'
import { passkeyConfig } from './passkeys/config.ts'
import { passkeyFlows } from './passkeys/flows.ts'
import { passkeyOptionsFlows } from './passkeys/options-flows.ts'

/** Every flow with passkeys. */
export const everyPasskeyFlow: readonly Flow[] = [...passkeyFlows, ...passkeyAccountFlows, ...passkeyOptionsFlows]

/** Every flow for an adapter. Includes passkeys if the adapter has their methods. */
export const everyFlowOver = (adapter: Adapter): Pick<FaultMatrixOptions, 'adapter' | 'flows' | 'config'> =>
  adapter.createAuthenticator === undefined
    ? { adapter, flows: faultFlows }
    : { adapter, flows: [...faultFlows, ...everyPasskeyFlow], config: passkeyConfig }
