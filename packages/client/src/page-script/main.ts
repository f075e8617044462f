import { signalAcceptedCredentials } from '../passkeys/signal.ts'
import { attachPasskeyForm } from './passkey-form.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) attachPasskeyForm(form)
for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-passkey-signal]')) {
  const { rpId, userId, credentialIds } = dataset
  if (rpId !== undefined && userId !== undefined && credentialIds !== undefined)
    void signalAcceptedCredentials(rpId, userId, credentialIds.split(' '))
}
