import {
  cancelCeremony,
  readOffer,
  runCeremony,
  supportsAutofill,
  supportsPasskeys,
  takeTurn,
} from '../passkeys/ceremony.ts'
import type { CeremonyFailure, CeremonyManner } from '../passkeys/ceremony.ts'
import { fieldsOf, forgetAnswer, send } from './fields.ts'
import { say } from './message.ts'

/** Milliseconds after which a waiting challenge is replaced by a new one: the server forgets it after ten minutes. */
const REFRESH = 480_000

type Purpose = string | undefined

const askOffer = async (form: HTMLFormElement, purpose: Purpose) => {
  const url = new URL(form.dataset['optionsUrl'] ?? '', location.href)
  for (const [name, value] of fieldsOf(form)) url.searchParams.set(name, value)
  if (purpose !== undefined) url.searchParams.set('action', purpose)
  const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
  // Who has to sign in again is sent to do so by the page itself.
  if (response.status === 401) location.reload()
  return response.ok ? readOffer(await response.json()) : undefined
}

/** Run a ceremony and send the form. Answers why it was not sent. */
const enter = async (
  form: HTMLFormElement,
  purpose: Purpose,
  manner: CeremonyManner = {},
): Promise<CeremonyFailure | undefined> => {
  try {
    const isTurn = takeTurn()
    const offer = await askOffer(form, purpose)
    if (offer === undefined) return 'PasskeyFailed'
    if (!isTurn()) return 'PasskeyCancelled'
    const result = await runCeremony(offer, manner)
    if ('failure' in result) return result.failure
    send(form, result.fields)
    return undefined
  } catch {
    return 'PasskeyFailed'
  }
}

const wantsAutofill = (form: HTMLFormElement): boolean => form.querySelector('input[autocomplete~="webauthn"]') !== null

/** Offer passkeys in the fields, again and again with a fresh challenge. What goes wrong here nobody asked for. */
const offer = async (form: HTMLFormElement): Promise<void> => {
  if (!wantsAutofill(form) || !(await supportsAutofill())) return
  let isStale = true
  while (isStale) {
    isStale = false
    const timer = setTimeout(() => {
      isStale = true
      cancelCeremony()
    }, REFRESH)
    await enter(form, 'authenticate', { autofill: true })
    clearTimeout(timer)
  }
}

const purposeOf = (form: HTMLFormElement, button: HTMLElement | null): Purpose =>
  button instanceof HTMLButtonElement && button.name === 'action' ? button.value : form.dataset['action']

const onSubmit = async (form: HTMLFormElement, button: HTMLElement | null): Promise<void> => {
  say(form, undefined)
  button?.setAttribute('aria-busy', 'true')
  const failure = await enter(form, purposeOf(form, button))
  if (failure === undefined) return
  button?.removeAttribute('aria-busy')
  say(form, failure)
  await offer(form)
}

/** Let a form be sent by a passkey only. */
export const watch = (form: HTMLFormElement): void => {
  form.querySelector('[data-passkey-noscript]')?.setAttribute('hidden', '')
  if (!supportsPasskeys()) {
    say(form, 'PasskeyUnsupported')
    return
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void onSubmit(form, event.submitter)
  })
  // A page that the browser kept and shows again still holds the answer of a ceremony that is over.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    forgetAnswer(form)
    void offer(form)
  })
  void offer(form)
}
