import type { HttpClient } from './http.ts'
import type { Client, PasskeyAutofill, PasskeyOptions } from './types.ts'

/**
 * Import a module once, so that all calls continue in the order in which they were made. The helper of a bundler can
 * finish a second import before the first one. A failed import is tried again.
 */
const importOnce = <Module>(load: () => Promise<Module>): (() => Promise<Module>) => {
  let loaded: Promise<Module> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}

/** A page that uses no passkeys does not load this code. */
const load = {
  flow: importOnce(() => import('./passkeys/flow.ts')),
  account: () => import('./passkeys/account.ts'),
}

type Passkeys = Pick<
  Client,
  'signInWithPasskey' | 'registerPasskey' | 'startPasskeyAutofill' | 'listPasskeys' | 'renamePasskey' | 'deletePasskey'
>

const startAutofill = (http: HttpClient, options: PasskeyOptions): PasskeyAutofill => {
  let isStopped = false
  let autofill: PasskeyAutofill | undefined
  const start = async () => {
    const flow = await load.flow()
    if (isStopped) return undefined
    autofill = flow.startPasskeyAutofill(http, options)
    return autofill.finished
  }
  const stop = () => {
    isStopped = true
    autofill?.stop()
  }
  return { finished: start(), stop }
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
