import type { AdapterNeed, ConfigWarning, ConfiguredProvider, SignInMethod } from '../../config/engine-types.ts'
import { once } from '../../base/async.ts'
import { resolveEmailProvider } from '../../protocols/email/email-provider.ts'
import { emailFacts } from './email-facts.ts'

const SIGN_IN: AdapterNeed = {
  who: 'e-mail',
  // A change of the address calls the same methods.
  methods: ['createVerificationToken', 'useVerificationToken', 'getUserByEmail', 'createUser', 'updateUser', 'getUser'],
}

/** A code can be guessed, and only the database counts the attempts of all servers. */
const CODES: AdapterNeed = { who: 'codes by e-mail', methods: ['incrementCounter'] }

const sendsCodes = ({ options }: ConfiguredProvider): boolean => resolveEmailProvider(options).hasCode

const UNLIMITED: ConfigWarning = [
  'mails-unlimited',
  'the adapter has no incrementCounter, so the number of mails to an address is not limited',
]

export const emailMethod: SignInMethod = {
  types: ['email'],
  facts: emailFacts,
  callbackPostedBy: 'site',
  isCallbackPostOnly: false,
  startAction: 'signin',
  variables: ['apiKey'],
  adapterNeeds: (providers) => (providers.some(sendsCodes) ? [SIGN_IN, CODES] : [SIGN_IN]),
  findWarnings: (_providers, has) => (has('incrementCounter') ? [] : [UNLIMITED]),
  pageEntry: ({ id, name }, basePath) => ({ id, name, kind: 'email', action: `${basePath}/signin/${id}` }),
  load: once(async () => (await import('./email-steps.ts')).emailSteps),
  loadAccountPart: once(async () => (await import('./change/email-account-part.ts')).emailAccountPart),
}
