import type { Adapter } from '@authwright/core/adapters'
import { faultFlows, type FaultMatrixOptions, type Flow } from '@authwright/testing/fault-matrix'
import { passkeyAccountFlows } from './passkey-account-flows.ts'
import { passkeyConfig } from './passkey-config.ts'
import { passkeyFlows } from './passkey-flows.ts'
import { passkeyOptionsFlows } from './passkey-options-flows.ts'

/** Everything that people do with passkeys. */
export const everyPasskeyFlow: readonly Flow[] = [...passkeyFlows, ...passkeyAccountFlows, ...passkeyOptionsFlows]

/** Every flow that can be done over an adapter: with passkeys, where it has what they need. */
export const everyFlowOver = (adapter: Adapter): Pick<FaultMatrixOptions, 'adapter' | 'flows' | 'config'> =>
  adapter.createAuthenticator === undefined
    ? { adapter, flows: faultFlows }
    : { adapter, flows: [...faultFlows, ...everyPasskeyFlow], config: passkeyConfig }
