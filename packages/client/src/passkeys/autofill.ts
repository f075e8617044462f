import type { Connection } from '../connection.ts'
import type { PasskeyAutofill, PasskeyOptions, SignInResponse } from '../types.ts'
import { cancelCeremony, supportsAutofill } from './ceremony.ts'
import { enter } from './enter.ts'

/** Milliseconds after which a waiting challenge is replaced by a new one: the server forgets it after ten minutes. */
const REFRESH = 480_000

/**
 * Offer passkeys where the browser fills in forms: in inputs with `autocomplete="username webauthn"`. Ends when somebody has
 * come in, when another ceremony begins, or when told to.
 */
export const startAutofill = (connection: Connection, options: PasskeyOptions): PasskeyAutofill => {
  let isOver = false
  let isStale = false
  const stop = (): void => {
    if (isOver) return
    isOver = true
    cancelCeremony()
  }
  const offerOnce = async (): Promise<SignInResponse | undefined> => {
    isStale = false
    const timer = setTimeout(() => {
      isStale = true
      cancelCeremony()
    }, REFRESH)
    try {
      return await enter(connection, 'authenticate', options, { autofill: true })
    } finally {
      clearTimeout(timer)
    }
  }
  const offer = async (): Promise<SignInResponse | undefined> => {
    if (!(await supportsAutofill()) || isOver) return undefined
    let response: SignInResponse | undefined
    do response = await offerOnce()
    while (isStale && !isOver)
    isOver = true
    return response
  }
  return { finished: offer(), stop }
}
