import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import type { Answer } from '../web/answer.ts'
import type { RequestInternal } from '../web/request.ts'

/** One way to sign in. Adding one adds a row, and nothing in the engine. */
export interface SignInMethod {
  /** `POST /signin/<provider>` */
  readonly start: (request: RequestInternal, site: Site, provider: ProviderSummary) => Promise<Answer>
  /** `/callback/<provider>` */
  readonly callback: (request: RequestInternal, site: Site, provider: ProviderSummary) => Promise<Answer>
}
