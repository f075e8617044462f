import { defined } from '../../base/record.ts'
import type { Site } from '../../config/site.ts'
import type { ResolvedEmailProvider } from '../../email/provider.ts'
import { EmailSignInError } from '../../errors/classes.ts'
import { customFetch } from '../../types/symbols.ts'
import { guardFetch } from '../../web/guarded-fetch.ts'

/** How a provider's function reaches its mail service: guarded, and failing with an `EmailSignInError` that says why. */
export const mailFetch = (site: Site, { provider, timeout }: ResolvedEmailProvider): typeof fetch => {
  const fail = (reason: string, network?: string): EmailSignInError =>
    new EmailSignInError('The mail service could not be reached', {
      provider: provider.id,
      reason,
      ...defined({ network }),
    })
  return guardFetch({ send: provider[customFetch] ?? site.runtime.fetch, timeout, fail })
}
