import { defined } from '../../base/record.ts'
import type { Runtime } from '../../runtime/types.ts'
import { guardFetch } from '../../web/guarded-fetch.ts'
import { outage } from './oauth-errors.ts'
import type { EndpointName } from './oauth-errors.ts'

/** What the guard has to know of a provider. */
export interface Guarded {
  readonly id: string
  /** The provider's own `fetch`, which then replaces the runtime's. */
  readonly fetch: typeof fetch | undefined
  /** Milliseconds that a call may take, body included. */
  readonly timeout: number
}

/** The only way out of this room: a call that fails is an outage of the provider, and says what we were about. */
export const guardedFetch = (
  provider: Guarded,
  endpoint: EndpointName,
  runtime: Pick<Runtime, 'fetch'>,
): typeof fetch =>
  guardFetch({
    send: provider.fetch ?? runtime.fetch,
    timeout: provider.timeout,
    fail: (reason, code) => outage(provider.id, endpoint, reason, defined({ code })),
  })
