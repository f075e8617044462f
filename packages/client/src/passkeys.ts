import type { HttpClient } from './http.ts'
import type { Client, PasskeyAutofill, PasskeyOptions } from './types.ts'

/** A page that uses no passkeys does not load this code. */
const load = {
  flow: () => import('./passkeys/flow.ts'),
  account: () => import('./passkeys/account.ts'),
}

type Passkeys = Pick<
  Client,
  'signInWithPasskey' | 'registerPasskey' | 'startPasskeyAutofill' | 'listPasskeys' | 'renamePasskey' | 'deletePasskey'
>

const startAutofill = (http: HttpClient, options: PasskeyOptions): PasskeyAutofill => {
  let isStopped = false
  const started = load.flow().then((flow) => {
    const autofill = flow.startAutofill(http, options)
    if (isStopped) autofill.stop()
    return autofill
  })
  return {
    finished: started.then(({ finished }) => finished),
    stop: () => {
      isStopped = true
      void started.then(({ stop }) => stop())
    },
  }
}

export const makePasskeys = (http: HttpClient): Passkeys => ({
  signInWithPasskey: async (options = {}) => (await load.flow()).runFlow(http, 'authenticate', options),
  registerPasskey: async (options = {}) =>
    (await load.flow()).runFlow(http, 'register', options, { automatic: options.automatic === true }),
  startPasskeyAutofill: (options = {}) => startAutofill(http, options),
  listPasskeys: async () => (await load.account()).listPasskeys(http),
  renamePasskey: async (credentialId, name) => (await load.account()).renamePasskey(http, credentialId, name),
  deletePasskey: async (credentialId) => (await load.account()).deletePasskey(http, credentialId),
})
