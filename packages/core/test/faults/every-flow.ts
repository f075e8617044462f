import type { Adapter } from '@gatehouse/core/adapters'
import { faultFlows, type FaultMatrixOptions } from '@gatehouse/testing/fault-matrix'
import { passkeyConfig } from './passkey-config.ts'
import { passkeyFlows, passkeyRemovals } from './passkey-flows.ts'

/** Every flow that can be done over an adapter: with passkeys, where it has what they need. */
export const everyFlowOver = (adapter: Adapter): Pick<FaultMatrixOptions, 'adapter' | 'flows' | 'config'> =>
  adapter.createAuthenticator === undefined
    ? { adapter, flows: faultFlows }
    : { adapter, flows: [...faultFlows, ...passkeyFlows, ...passkeyRemovals], config: passkeyConfig }
