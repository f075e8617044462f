import type { ProviderSummary } from '../config/provider-table.ts'
import type { AuthContext } from '../config/auth-context.ts'
import type { HandlerResponse } from '../web/handler-response.ts'
import type { RequestInternal } from '../web/request.ts'

/** One way to sign in. Adding one adds a row, and nothing in the engine. */
export interface SignInMethod {
  /** `POST /signin/<provider>` */
  readonly start: (
    request: RequestInternal,
    context: AuthContext,
    provider: ProviderSummary,
  ) => Promise<HandlerResponse>
  /** `/callback/<provider>` */
  readonly callback: (
    request: RequestInternal,
    context: AuthContext,
    provider: ProviderSummary,
  ) => Promise<HandlerResponse>
}
