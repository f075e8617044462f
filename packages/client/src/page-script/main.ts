import { watch } from './form.ts'
import { signalFrom } from './signal.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) watch(form)
for (const element of document.querySelectorAll<HTMLElement>('[data-passkey-signal]')) signalFrom(element)
