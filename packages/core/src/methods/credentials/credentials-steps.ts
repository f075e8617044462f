import type { MethodSteps, ProviderHandler } from '../../config/engine-types.ts'
import { readTarget, rememberTarget } from '../../forms/callback-url.ts'
import { completeSignIn } from '../../sign-in/complete.ts'
import type { CredentialInput, CredentialsConfig } from '../../types/providers.ts'
import { formRequest } from '../../web/form-request.ts'
import { withErrorCookies } from '../../web/handler-error.ts'
import { redirectTo } from '../../web/handler-response.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { authorize, readCredentials } from './authorize.ts'
import { credentialsFacts } from './credentials-facts.ts'

/** `POST /signin/<provider>`: redirects to the sign-in page, which has the form. */
const start: ProviderHandler = async (request, context) => {
  const target = await readTarget(request, context)
  return redirectTo(pageTarget(`${request.base}/signin`, request.origin), rememberTarget(request, context, target))
}

/** `POST /callback/<provider>`: the application's `authorize` checks what the user typed. */
const callback: ProviderHandler = async (request, context, { id, options }) => {
  const target = await readTarget(request, context)
  const credentials = readCredentials(request.fields)
  const provider = { id, authorize: options['authorize'] as CredentialsConfig['authorize'] }
  // After a mistyped password the user still wants to go to the target.
  const remember = rememberTarget(request, context, target)
  const user = await withErrorCookies(remember, () =>
    authorize(provider, credentials, formRequest(request, credentials)),
  )
  const account = { provider: id, type: 'credentials' as const, providerAccountId: user.id }
  const identity = {
    facts: credentialsFacts,
    user,
    account,
    credentials: credentials as Record<string, CredentialInput>,
  }
  return completeSignIn(request, context, identity, { target })
}

export const credentialsSteps: MethodSteps = { start, callback }
