import type { AuthContext } from '../config/engine-types.ts'
import { defined } from '../base/record.ts'
import type { ResolvedEmailProvider } from '../protocols/email/email-provider.ts'
import { EmailSignInError } from '../errors/error-classes.ts'
import { customFetch } from '../types/symbols.ts'
import { guardFetch } from '../web/guarded-fetch.ts'

/** The guarded `fetch` for the mail service of a provider. It throws an `EmailSignInError` with the reason. */
export const mailFetch = (context: AuthContext, { provider, timeout }: ResolvedEmailProvider): typeof fetch => {
  const fail = (reason: string, network?: string): EmailSignInError =>
    new EmailSignInError('The mail service could not be reached', {
      provider: provider.id,
      reason,
      ...defined({ network }),
    })
  return guardFetch({ send: provider[customFetch] ?? context.runtime.fetch, timeout, fail })
}
