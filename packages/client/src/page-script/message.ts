import type { CeremonyFailure } from '../passkeys/ceremony.ts'

/** Which sentence of the page tells of which failure. */
const sentences: Readonly<Record<CeremonyFailure, string>> = {
  PasskeyCancelled: 'cancelled',
  PasskeyUnsupported: 'unsupported',
  PasskeyKnown: 'known',
  PasskeyFailed: 'failed',
}

/** Say what went wrong, in the words of the page; nothing takes back what was said. */
export const say = (form: HTMLFormElement, failure: CeremonyFailure | undefined): void => {
  const place = form.querySelector<HTMLElement>('[data-passkey-message]')
  if (place === null) return
  const text = failure === undefined ? '' : (place.dataset[sentences[failure]] ?? place.dataset['failed'] ?? '')
  place.textContent = text
  place.hidden = text === ''
}
