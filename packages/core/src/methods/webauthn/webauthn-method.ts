import type { AdapterNeed, SignInMethod } from '../../config/engine-types.ts'
import { pendingPasskey } from '../../attempts/pending-passkey.ts'
import { once } from '../../base/once.ts'
import { defined } from '../../base/record.ts'
import { toPageFields } from '../../forms/page-fields.ts'
import type { PageField } from '../../types/page-props.ts'
import { checkPasskeys } from './check-passkeys.ts'
import { webAuthnFacts } from './webauthn-facts.ts'

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

const TOKENS = ['createVerificationToken', 'useVerificationToken'] as const

/** Only the database can say who used a challenge first: it counts uses, or it deletes a token when it is used. */
const CHALLENGES: AdapterNeed = {
  who: `passkeys, unless there are ${TOKENS.join(' and ')}`,
  methods: ['incrementCounter'],
  unless: TOKENS,
}

/** A field without the autocomplete token by which browsers offer passkeys in it. */
const withoutPasskeys = ({ autocomplete = '', ...field }: PageField): PageField => {
  const tokens = autocomplete.split(' ').filter((token) => token !== '' && token !== 'webauthn')
  return { ...field, ...defined({ autocomplete: tokens.length > 0 ? tokens.join(' ') : undefined }) }
}

const keepPasskey: NonNullable<SignInMethod['afterSignIn']> = async (...args) =>
  (await import('./keep-passkey.ts')).keepPendingPasskey(...args)

/** Passkeys (WebAuthn). */
export const webAuthnMethod: SignInMethod = {
  types: ['webauthn'],
  facts: webAuthnFacts,
  callbackPostedBy: 'site',
  isCallbackPostOnly: true,
  startAction: 'signin',
  variables: [],
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
  afterSignIn: (request, context, signIn) =>
    pendingPasskey.isPresent(context, request.cookies) ? keepPasskey(request, context, signIn) : undefined,
}
