import type { ProviderSummary } from '../config/providers.ts'
import type { Site } from '../config/site.ts'
import { authorize, typedIn } from '../credentials/authorize.ts'
import { resolveCredentialsProvider } from '../credentials/provider.ts'
import type { CredentialInput } from '../types/providers.ts'
import { redirectTo } from '../web/answer.ts'
import type { Answer } from '../web/answer.ts'
import { formRequest } from '../web/form-request.ts'
import type { RequestInternal } from '../web/request.ts'
import { ownerPage } from '../web/return-target.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { failingWith } from './flow.ts'
import type { SignInMethod } from './method.ts'
import { readTarget, rememberTarget } from './where-to.ts'

/** `POST /signin/<provider>`: there is nothing to start; the form stands on the sign-in page. */
const start = async (request: RequestInternal, site: Site): Promise<Answer> => {
  const target = await readTarget(request, site)
  return redirectTo(ownerPage(`${request.base}/signin`, request.origin), rememberTarget(request, site, target))
}

/** `POST /callback/<provider>`: the application judges what was typed in. */
const callback = async (request: RequestInternal, site: Site, { id, written }: ProviderSummary): Promise<Answer> => {
  const target = await readTarget(request, site)
  const credentials = typedIn(request.fields)
  // Whoever mistyped still wants to go there.
  const remember = rememberTarget(request, site, target)
  const user = await failingWith(remember, () =>
    authorize(resolveCredentialsProvider(written), credentials, formRequest(request, credentials)),
  )
  const account = { provider: id, type: 'credentials' as const, providerAccountId: user.id }
  const identity = {
    method: 'credentials' as const,
    user,
    account,
    credentials: credentials as Record<string, CredentialInput>,
  }
  return completeSignIn(request, site, identity, { target })
}

export const credentialsMethod: SignInMethod = { start, callback }
