import type { ProviderSummary } from '../../config/provider-table.ts'
import type { AuthContext } from '../../config/auth-context.ts'
import { authorize, typedIn } from './authorize.ts'
import { resolveCredentialsProvider } from './credentials-provider.ts'
import type { CredentialInput } from '../../types/providers.ts'
import { redirectTo } from '../../web/handler-response.ts'
import type { HandlerResponse } from '../../web/handler-response.ts'
import { formRequest } from '../../web/form-request.ts'
import type { RequestInternal } from '../../web/request.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import { withErrorCookies } from '../../sign-in/flow.ts'
import type { SignInMethod } from '../../sign-in/method.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'

/** `POST /signin/<provider>`: there is nothing to start; the form stands on the sign-in page. */
const start = async (request: RequestInternal, context: AuthContext): Promise<HandlerResponse> => {
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}

/** `POST /callback/<provider>`: the application judges what was typed in. */
const callback = async (
  request: RequestInternal,
  context: AuthContext,
  { id, written }: ProviderSummary,
): Promise<HandlerResponse> => {
  const target = await readTarget(request, context)
  const credentials = typedIn(request.fields)
  // Whoever mistyped still wants to go there.
  const remember = rememberTarget(request, context, target)
  const user = await withErrorCookies(remember, () =>
    authorize(resolveCredentialsProvider(written), credentials, formRequest(request, credentials)),
  )
  const account = { provider: id, type: 'credentials' as const, providerAccountId: user.id }
  const identity = {
    method: 'credentials' as const,
    user,
    account,
    credentials: credentials as Record<string, CredentialInput>,
  }
  return completeSignIn(request, context, identity, { target })
}

export const credentialsMethod: SignInMethod = { start, callback }
