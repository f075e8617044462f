import { signalAll } from '../passkeys/signal.ts'

/** Tell password managers which passkeys there are, where the page says so. */
export const signalFrom = (element: HTMLElement): void => {
  const { rpId, userId, credentialIds } = element.dataset
  if (rpId === undefined || userId === undefined || credentialIds === undefined) return
  void signalAll(rpId, userId, credentialIds.split(' '))
}
