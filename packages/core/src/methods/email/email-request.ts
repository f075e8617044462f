import type { AuthContext, ConfiguredProvider, RequestInternal } from '../../config/engine-types.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'

/** A request that concerns one e-mail provider. */
export interface EmailRequest {
  readonly request: RequestInternal
  readonly context: AuthContext
  readonly resolved: ResolvedEmailProvider
}

export const emailRequestFor = (
  request: RequestInternal,
  context: AuthContext,
  { options }: ConfiguredProvider,
): EmailRequest => ({ request, context, resolved: resolveEmailProvider(options) })
