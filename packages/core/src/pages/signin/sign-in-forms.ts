import type { Messages } from '../../types/messages.ts'
import type { PageField, PageProvider } from '../../types/page-props.ts'
import { postForm, submitButton } from '../components/post-form.ts'
import { passkeyForm } from '../components/passkey-form.ts'
import { html, Markup } from '../markup/html.ts'

/** The values that all forms of a sign-in page share. */
export interface FormContext {
  readonly messages: Messages
  /** The hidden fields of every form. */
  readonly hidden: Markup
  /** The id of the provider that this browser used last. */
  readonly lastUsed: string | undefined
  /** The id of the element that describes the error of a field, or `undefined` for a field without an error. */
  readonly errorOf: (fieldId: string) => string | undefined
}

/** A provider with its own form on the sign-in page. */
type FormProvider = PageProvider & { readonly kind: Exclude<PageProvider['kind'], 'redirect'> }

export const hasForm = (provider: PageProvider): provider is FormProvider => provider.kind !== 'redirect'

/** The id of a field on the sign-in page, from the positions of its provider and of the field. */
export const fieldId = (provider: number, field = 0): string => `field-${provider}-${field}`

/** The input types that fit into a sign-in form. Other types become `text`. */
const INPUT_TYPES = new Set(['checkbox', 'date', 'email', 'number', 'password', 'search', 'tel', 'text', 'url'])

const USERNAME = /^(?:e-?mail|id(?:entifier)?|login|user(?:[-_]?name)?)$/i
const ONE_TIME_CODE = /^(?:code|otp|passcode|pin|totp|two[-_]?factor)$/i

/** The `autocomplete` per input type. Password managers use the e-mail address as the user name. */
const AUTOCOMPLETE = new Map([
  ['email', 'username'],
  ['password', 'current-password'],
  ['tel', 'tel'],
])

/** The `autocomplete` of a field (HTML §4.10.18.7): from the config, or else from its name and type. */
const autocompleteOf = ({ autocomplete, name, type }: PageField): string | undefined => {
  if (autocomplete !== undefined) return autocomplete
  if (ONE_TIME_CODE.test(name)) return 'one-time-code'
  return AUTOCOMPLETE.get(type) ?? (USERNAME.test(name) ? 'username' : undefined)
}

const attributesOf = (field: PageField, type: string, errorId: string | undefined): readonly Markup[] => {
  const { placeholder, required } = field
  const isText = type !== 'checkbox'
  const autocomplete = isText ? autocompleteOf(field) : undefined
  return [
    autocomplete && html` autocomplete="${autocomplete}"`,
    placeholder && html` placeholder="${placeholder}"`,
    isText && errorId && html` aria-invalid="true" aria-describedby="${errorId}"`,
    // Without this, phones capitalize the user name.
    type === 'text' && html` autocapitalize="none" spellcheck="false"`,
    required && html` required`,
  ].filter((attribute) => attribute instanceof Markup)
}

const labeledField = (field: PageField, id: string, errorId: string | undefined): Markup => {
  const type = INPUT_TYPES.has(field.type) ? field.type : 'text'
  const label = html`<label for="${id}">${field.label}</label>`
  const input = html`<input id="${id}" name="${field.name}" type="${type}" ${attributesOf(field, type, errorId)} />`
  return type === 'checkbox' ? html`<div class="checkbox">${input}${label}</div>` : html`${label}${input}`
}

const fieldsOf = (fields: readonly PageField[], index: number, { errorOf }: FormContext): readonly Markup[] =>
  fields.map((field, position) => {
    const id = fieldId(index, position)
    return labeledField(field, id, errorOf(id))
  })

/** `isOneOfMany` says that there are several providers of the same kind. Then the button names the provider. */
type RenderForm = (provider: FormProvider, index: number, context: FormContext, isOneOfMany: boolean) => Markup

const emailForm: RenderForm = ({ action, name }, index, context, isOneOfMany) => {
  const { email, emailPlaceholder, withEmail, withEmailOf } = context.messages.signin
  const field = { name: 'email', label: email, type: 'email', placeholder: emailPlaceholder, autocomplete: 'email' }
  const inputs = fieldsOf([{ ...field, required: true }], index, context)
  const button = submitButton(isOneOfMany ? withEmailOf(name) : withEmail)
  return postForm(action, html`${context.hidden}${inputs}${button}`)
}

const credentialsForm: RenderForm = ({ action, name, fields = [] }, index, context, isOneOfMany) => {
  const { submit, withProvider } = context.messages.signin
  const button = submitButton(isOneOfMany || fields.length === 0 ? withProvider(name) : submit)
  return postForm(action, html`${context.hidden}${fieldsOf(fields, index, context)}${button}`)
}

const keyIcon = html`<span class="icon" aria-hidden="true"
  ><svg viewBox="0 0 24 24">
    <path
      d="M14.5 2a7.5 7.5 0 0 0-7.2 9.6L1.4 17.5a1 1 0 0 0-.3.7V22a1 1 0 0 0 1 1h3.8a1 1 0 0 0 1-1v-1.7h1.7a1 1 0 0 0 1-1v-1.7h1.2a1 1 0 0 0 .7-.3l1-1A7.5 7.5 0 1 0 14.5 2m2.5 7.25A2.25 2.25 0 1 1 17 4.75a2.25 2.25 0 0 1 0 4.5"
    /></svg
></span>`

const passkeySignInForm: RenderForm = ({ action, optionsUrl = '', fields = [] }, index, context) => {
  const { messages, hidden } = context
  const { email, withPasskey, signUpWithPasskey } = messages.signin
  // The default label of the passkey provider is English. Messages have it in the language of the page.
  const translated = fields.map((field) => (field.label === 'Email' ? { ...field, label: email } : field))
  const inputs = fieldsOf(translated, index, context)
  // `formnovalidate`, because a user who has a passkey does not need to fill in a field.
  const signIn = html`<button type="submit" class="method" name="action" value="authenticate" formnovalidate>
    ${keyIcon}<span>${withPasskey}</span>
  </button>`
  const signUp =
    fields.length === 0
      ? undefined
      : html`<button type="submit" class="secondary" name="action" value="register">${signUpWithPasskey}</button>`
  return passkeyForm({ action, optionsUrl }, html`${hidden}${inputs}${signIn}${signUp}`, messages.passkey)
}

const renderers: Readonly<Record<FormProvider['kind'], RenderForm>> = {
  email: emailForm,
  credentials: credentialsForm,
  passkey: passkeySignInForm,
}

/** The form of a provider. */
export const signInForm: RenderForm = (provider, index, context, isOneOfMany) =>
  renderers[provider.kind](provider, index, context, isOneOfMany)
