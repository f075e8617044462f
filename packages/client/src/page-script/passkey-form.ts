import {
  beginCeremony,
  readCeremonyRequest,
  runCeremony,
  startAutofill,
  supportsPasskeys,
  type CeremonyFailure,
  type CeremonyMode,
} from '../passkeys/ceremony.ts'

/** The `data-*` attribute of the message element that holds the text of a failure. */
const messageKeys: Readonly<Record<CeremonyFailure, string>> = {
  PasskeyCancelled: 'cancelled',
  PasskeyUnsupported: 'unsupported',
  PasskeyAlreadyRegistered: 'known',
  PasskeyFailed: 'failed',
}

/** Show the message of a failure. Without a failure, hide the element. */
const showMessage = (form: HTMLFormElement, failure: CeremonyFailure | undefined): void => {
  const element = form.querySelector<HTMLElement>('[data-passkey-message]')
  if (element === null) return
  const text = failure === undefined ? '' : (element.dataset[messageKeys[failure]] ?? element.dataset['failed'] ?? '')
  element.textContent = text
  element.hidden = text === ''
}

/** The `data-*` attribute of the inputs that this script adds. */
const ADDED = 'passkeyResponse'

/** Remove the response of an earlier ceremony from the form. */
const removeResponse = (form: HTMLFormElement): void => {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')) {
    if (input.dataset[ADDED] !== undefined) input.remove()
  }
}

/** Add the response of a ceremony to the form and post it. */
const postResponse = (form: HTMLFormElement, fields: Readonly<Record<string, string>>): void => {
  removeResponse(form)
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    input.dataset[ADDED] = ''
    form.append(input)
  }
  // An input named `submit` would hide the method `form.submit`.
  HTMLFormElement.prototype.submit.call(form)
}

const requestOptions = async (form: HTMLFormElement, action: string | undefined) => {
  const url = new URL(form.dataset['optionsUrl'] ?? '', location.href)
  // Hidden fields are meant for the route that receives the form.
  for (const { type, name, value } of form.querySelectorAll('input'))
    if (type !== 'hidden' && name !== '' && value !== '') url.searchParams.set(name, value)
  if (action !== undefined) url.searchParams.set('action', action)
  const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
  // The page redirects a user who has to sign in again.
  if (response.status === 401) location.reload()
  return response.ok ? readCeremonyRequest(await response.json()) : undefined
}

/** Run a ceremony and post the form. Returns the failure when the form was not posted. */
const runAndPost = async (
  form: HTMLFormElement,
  action: string | undefined,
  mode: CeremonyMode = {},
  isLatest = beginCeremony(),
): Promise<CeremonyFailure | undefined> => {
  try {
    const request = await requestOptions(form, action)
    if (request === undefined) return 'PasskeyFailed'
    if (!isLatest()) return 'PasskeyCancelled'
    const result = await runCeremony(request, mode)
    if ('failure' in result) return result.failure
    postResponse(form, result.fields)
    return undefined
  } catch {
    return 'PasskeyFailed'
  }
}

/** Offer passkeys in the form fields. Failures are not shown. */
const offerAutofill = (form: HTMLFormElement): void => {
  if (form.querySelector('input[autocomplete~="webauthn"]') === null) return
  startAutofill((isLatest) => runAndPost(form, 'authenticate', { autofill: true }, isLatest))
}

const onSubmit = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
  showMessage(form, undefined)
  button?.setAttribute('aria-busy', 'true')
  const isActionButton = button instanceof HTMLButtonElement && button.name === 'action'
  const failure = await runAndPost(form, isActionButton ? button.value : form.dataset['action'])
  if (failure === undefined) return
  button?.removeAttribute('aria-busy')
  showMessage(form, failure)
  offerAutofill(form)
}

/** Run a passkey ceremony when the form is submitted, and post the form with its response. */
export const attachPasskeyForm = (form: HTMLFormElement): void => {
  form.querySelector('[data-passkey-noscript]')?.setAttribute('hidden', '')
  if (!supportsPasskeys()) {
    showMessage(form, 'PasskeyUnsupported')
    return
  }
  // Without this script the buttons would do nothing.
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[hidden]')) button.hidden = false
  form.addEventListener('submit', (event) => {
    // A button with an address of its own posts the form without a ceremony.
    if (event.submitter?.hasAttribute('formaction') === true) return
    event.preventDefault()
    void onSubmit(form, event.submitter)
  })
  // A page from the back/forward cache still holds the response of a finished ceremony.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    removeResponse(form)
    offerAutofill(form)
  })
  offerAutofill(form)
}
