import type { PageField, PageProvider } from '../../types/page-props.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { labelledField } from '../components/field.ts'
import { postForm, submitButton } from '../components/form.ts'
import { passkeyForm } from '../components/passkey-form.ts'
import type { FormContext } from './form-context.ts'
import { fieldId } from './field-id.ts'

/** A way in that asks for something on the page itself. */
export type FormProvider = PageProvider & { readonly kind: Exclude<PageProvider['kind'], 'redirect'> }

export const isForm = (provider: PageProvider): provider is FormProvider => provider.kind !== 'redirect'

type ShowForm = (provider: FormProvider, index: number, common: FormContext, isOneOfMany: boolean) => Markup

const fieldsOf = (fields: readonly PageField[], index: number, { errorOf }: FormContext): readonly Markup[] =>
  fields.map((field, place) => {
    const id = fieldId(index, place)
    const error = errorOf(id)
    return labelledField(field, { id, ...(error === undefined ? {} : { error }) })
  })

const emailForm: ShowForm = ({ action, name }, index, common, isOneOfMany) => {
  const { email, emailPlaceholder, withEmail, withEmailOf } = common.messages.signin
  const field = { name: 'email', label: email, type: 'email', placeholder: emailPlaceholder, autocomplete: 'email' }
  const inputs = fieldsOf([{ ...field, required: true }], index, common)
  const button = submitButton(isOneOfMany ? withEmailOf(name) : withEmail)
  return postForm(action, html`${common.hidden}${inputs}${button}`)
}

const credentialsForm: ShowForm = ({ action, name, fields = [] }, index, common, isOneOfMany) => {
  const { submit, withProvider } = common.messages.signin
  const button = submitButton(isOneOfMany ? withProvider(name) : submit)
  return postForm(action, html`${common.hidden}${fieldsOf(fields, index, common)}${button}`)
}

const key = html`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
  <path
    d="M14.5 2a7.5 7.5 0 0 0-7.2 9.6L1.4 17.5a1 1 0 0 0-.3.7V22a1 1 0 0 0 1 1h3.8a1 1 0 0 0 1-1v-1.7h1.7a1 1 0 0 0 1-1v-1.7h1.2a1 1 0 0 0 .7-.3l1-1A7.5 7.5 0 1 0 14.5 2m2.5 7.25A2.25 2.25 0 1 1 17 4.75a2.25 2.25 0 0 1 0 4.5"
  />
</svg>`

const showPasskey: ShowForm = ({ action, optionsUrl = '', fields = [] }, index, common) => {
  const { messages, hidden } = common
  // The entry's own label is English, and the catalogue has the word.
  const shown = fields.map((field) => (field.label === 'Email' ? { ...field, label: messages.signin.email } : field))
  const { withPasskey, signUpWithPasskey } = messages.signin
  const inputs = fieldsOf(shown, index, common)
  // Whoever has a passkey need not say who they are, so this button asks for no field; the form’s script reads its value.
  const enter = html`<button type="submit" class="go" name="action" value="authenticate" formnovalidate>
    ${key}<span>${withPasskey}</span>
  </button>`
  const signUp =
    fields.length === 0
      ? undefined
      : html`<button type="submit" class="second" name="action" value="register">${signUpWithPasskey}</button>`
  return passkeyForm({ action, optionsUrl }, html`${hidden}${inputs}${enter}${signUp}`, messages.passkey)
}

const rows: Readonly<Record<FormProvider['kind'], ShowForm>> = {
  email: emailForm,
  credentials: credentialsForm,
  passkey: showPasskey,
}

/** The form of a way in that has one of its own. */
export const showForm: ShowForm = (provider, index, common, isOneOfMany) =>
  rows[provider.kind](provider, index, common, isOneOfMany)
