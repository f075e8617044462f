import type { Connection } from '../connection.ts'
import type { Client, PasskeyAutofill, PasskeyOptions } from '../types.ts'

/** Pages without passkeys do not load their code. */
const load = {
  enter: () => import('./enter.ts'),
  autofill: () => import('./autofill.ts'),
  manage: () => import('./manage.ts'),
}

type Passkeys = Pick<
  Client,
  'signInWithPasskey' | 'registerPasskey' | 'startPasskeyAutofill' | 'listPasskeys' | 'renamePasskey' | 'deletePasskey'
>

const autofill = (connection: Connection, options: PasskeyOptions): PasskeyAutofill => {
  let isStopped = false
  const started = load.autofill().then(({ startAutofill }) => {
    const running = startAutofill(connection, options)
    if (isStopped) running.stop()
    return running
  })
  return {
    finished: started.then(({ finished }) => finished),
    stop: () => {
      isStopped = true
      void started.then(({ stop }) => stop())
    },
  }
}

export const makePasskeys = (connection: Connection): Passkeys => ({
  signInWithPasskey: async (options = {}) => (await load.enter()).enter(connection, 'authenticate', options),
  registerPasskey: async (options = {}) =>
    (await load.enter()).enter(connection, 'register', options, { automatic: options.automatic === true }),
  startPasskeyAutofill: (options = {}) => autofill(connection, options),
  listPasskeys: async () => (await load.manage()).list(connection),
  renamePasskey: async (credentialId, name) => (await load.manage()).rename(connection, credentialId, name),
  deletePasskey: async (credentialId) => (await load.manage()).remove(connection, credentialId),
})
