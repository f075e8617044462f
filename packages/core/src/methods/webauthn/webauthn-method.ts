import type { AdapterNeed, MethodFacts, SignInMethod } from '../../config/engine-types.ts'
import { once } from '../../base/async.ts'
import { defined } from '../../base/json.ts'
import { authError } from '../../errors/error-classes.ts'
import { toPageFields } from '../../forms/page-fields.ts'
import { resolveWebAuthnProvider } from '../../protocols/webauthn/webauthn-provider.ts'
import type { PageField } from '../../types/page-props.ts'

const facts: MethodFacts = {
  hasStoredUsers: true,
  hasAccounts: true,
  verifiesEmail: 'no',
  hasPasskeys: true,
  notLinkedError: 'AccountNotLinked',
}

const PASSKEYS: AdapterNeed = {
  who: 'passkeys',
  methods: [
    'getUserByAccount',
    'getUserByEmail',
    'createUser',
    'linkAccount',
    'getUser',
    'getAccount',
    'getAuthenticator',
    'createAuthenticator',
    'listAuthenticatorsByUserId',
    'updateAuthenticatorCounter',
  ],
}

/** A challenge is single-use only with a database that counts uses, or that deletes a token when it is used. */
const CHALLENGES: AdapterNeed = {
  who: 'passkeys, unless there are createVerificationToken and useVerificationToken',
  methods: ['incrementCounter'],
  unless: ['createVerificationToken', 'useVerificationToken'],
}

const checkPasskeys: NonNullable<SignInMethod['checkProviders']> = (providers, { enableWebAuthn }) => {
  if (!enableWebAuthn) {
    const ids = providers.map(({ id }) => `"${id}"`).join(', ')
    const fix = `Add experimental: { enableWebAuthn: true } to the config, or remove provider ${ids}`
    const message = `Provider ${ids} needs experimental: { enableWebAuthn: true }`
    throw authError('ExperimentalFeatureNotEnabled', message, { fix })
  }
  const configs = providers.map(({ options }) => resolveWebAuthnProvider(options).config)
  const [first, second] = configs.filter(({ enableConditionalUI }) => enableConditionalUI !== false)
  if (second !== undefined) {
    const message = 'Two providers have enableConditionalUI. Only one can offer passkeys in the sign-in form'
    const fix = `Set enableConditionalUI: false for provider "${first?.id}" or provider "${second.id}"`
    throw authError('DuplicateConditionalUI', message, { provider: second.id, fix })
  }
  const fields = Object.values(first?.formFields ?? {})
  if (first !== undefined && !fields.some(({ autocomplete }) => String(autocomplete).includes('webauthn'))) {
    const message = `No form field of provider "${first.id}" has the autocomplete token webauthn`
    throw authError('MissingWebAuthnAutocomplete', message, { provider: first.id })
  }
}

/** Remove the autocomplete token with which browsers offer passkeys in a field. */
const withoutPasskeys = ({ autocomplete = '', ...field }: PageField): PageField => {
  const tokens = autocomplete.split(' ').filter((token) => token !== '' && token !== 'webauthn')
  return { ...field, ...defined({ autocomplete: tokens.length > 0 ? tokens.join(' ') : undefined }) }
}

export const webAuthnMethod: SignInMethod = {
  types: ['webauthn'],
  facts,
  callbackPostedBy: 'site',
  isCallbackPostOnly: true,
  startAction: 'signin',
  checkProviders: checkPasskeys,
  adapterNeeds: () => [PASSKEYS, CHALLENGES],
  pageEntry: ({ id, name, options }, basePath) => {
    const fields = toPageFields(options['formFields'])
    const isOffered = options['enableConditionalUI'] !== false
    return {
      id,
      name,
      kind: 'passkey',
      action: `${basePath}/callback/${id}`,
      optionsUrl: `${basePath}/webauthn-options/${id}`,
      fields: isOffered ? fields : fields.map(withoutPasskeys),
    }
  },
  load: once(async () => (await import('./webauthn-steps.ts')).webAuthnSteps),
  loadAccountPart: once(async () => (await import('./passkey-account-part.ts')).passkeyAccountPart),
  afterSignIn: async (request, context, signIn) => {
    // The code of passkeys is loaded only if one waits for the sign-in.
    if (!request.cookies.has(context.cookies.pendingPasskey.name)) return undefined
    return (await import('./pending-passkey.ts')).askToKeepPasskey(request, context, signIn)
  },
}
