const MARK = 'passkeyAnswer'

/** What was typed in. Hidden fields are for the server that gets the answer. */
export const fieldsOf = (form: HTMLFormElement): readonly (readonly [string, string])[] =>
  [...form.querySelectorAll('input')]
    .filter(({ type, name, value }) => type !== 'hidden' && name !== '' && value !== '')
    .map(({ name, value }) => [name, value] as const)

/** Take back what an earlier ceremony put into the form. */
export const forgetAnswer = (form: HTMLFormElement): void => {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')) {
    if (input.dataset[MARK] !== undefined) input.remove()
  }
}

/** Post the form with the answer of a ceremony. */
export const send = (form: HTMLFormElement, answer: Readonly<Record<string, string>>): void => {
  forgetAnswer(form)
  for (const [name, value] of Object.entries(answer)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    input.dataset[MARK] = ''
    form.append(input)
  }
  // A field of the form may be called `submit` and hide the method of that name.
  HTMLFormElement.prototype.submit.call(form)
}
