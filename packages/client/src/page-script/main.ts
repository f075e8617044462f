import { watch } from './form.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) watch(form)
