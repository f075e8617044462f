import type { SignInMethod } from '../../config/engine-types.ts'
import { once } from '../../base/async.ts'
import { authError } from '../../errors/error-classes.ts'
import { toPageFields } from '../../forms/page-fields.ts'

/** Sign-in by what the application's `authorize` function checks, such as a password. */
export const credentialsMethod: SignInMethod = {
  types: ['credentials'],
  facts: {
    hasStoredUsers: false,
    hasAccounts: false,
    verifiesEmail: 'no',
    hasPasskeys: false,
    notLinkedError: 'AccountNotLinked',
  },
  callbackPostedBy: 'site',
  isCallbackPostOnly: true,
  startAction: 'callback',
  checkProviders: (providers) => {
    for (const { id, options } of providers)
      if (typeof options['authorize'] !== 'function')
        throw authError('MissingAuthorize', `Provider "${id}" has no authorize function`, { provider: id })
  },
  pageEntry: ({ id, name, options }, basePath) => ({
    id,
    name,
    kind: 'credentials',
    action: `${basePath}/callback/${id}`,
    fields: toPageFields(options['credentials']),
  }),
  load: once(async () => (await import('./credentials-steps.ts')).credentialsSteps),
}
