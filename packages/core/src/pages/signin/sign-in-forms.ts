import type { ErrorType } from '../../errors/error-table.ts'
import type { Messages } from '../../types/messages.ts'
import type { PageField, PageProvider, SigninProps } from '../../types/page-props.ts'
import { isIdentifier } from '../../web/autocomplete.ts'
import { button, type SubmitButton } from '../components/button.ts'
import { passkeyForm } from '../components/passkey-form.ts'
import { postForm } from '../components/post-form.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'
import { fieldId, keptField, labeledField } from './fields.ts'
import { keyIcon, mailIcon } from './method-icons.ts'

/** The values that all forms of a sign-in page share. */
export interface FormContext extends PageContext {
  readonly props: SigninProps
  /** The hidden fields of every form. */
  readonly hidden: Markup
  /** The provider whose fields are invalid, and the message that stands at them. */
  readonly invalid: { readonly provider: PageProvider; readonly message: Markup } | undefined
}

/** A form of the sign-in page. */
export interface MethodForm {
  readonly provider: PageProvider
  /** The position in the config. */
  readonly index: number
  /** Whether its button is the main one of the page. */
  readonly isPrimary: boolean
  /** Whether there are several providers of the same kind. Then the button names the provider. */
  readonly isOneOfMany?: boolean
  /** The address of the step before. Left out in a form that asks for it. */
  readonly identifier?: string | undefined
}

/** The button that signs in. */
const mainButton = (
  { provider, isPrimary }: MethodForm,
  context: FormContext,
  label: string,
  { icon, style, attributes }: Pick<SubmitButton, 'attributes'> & { icon?: Markup; style?: 'plain' } = {},
): Markup => {
  const isLastUsed = context.props.lastUsed === provider.id
  const own = style ?? (isPrimary ? 'primary' : icon === undefined ? 'secondary' : 'method')
  const shownIcon = own === 'method' ? icon : undefined
  return button({ label, provider: provider.id, style: own, icon: shownIcon, attributes, isLastUsed }, context)
}

type RenderForm = (form: MethodForm, context: FormContext) => Markup

/** The fields of a form. After a failure the address stays filled in, and the message stands at the next field. */
const fieldsOf = (
  fields: readonly PageField[],
  { provider, index, identifier, isPrimary }: MethodForm,
  { props, invalid, messages }: FormContext,
): readonly Markup[] => {
  const isInvalid = invalid?.provider === provider
  const known = identifier ?? (isInvalid || props.failed === provider.id ? props.identifier : undefined)
  const isEmpty = (field: PageField): boolean =>
    field.type !== 'checkbox' && (known === undefined || !isIdentifier(field))
  const next = Math.max(0, fields.findIndex(isEmpty))
  // After the first step the user is about to type the password.
  const hasFocus = isInvalid || (identifier !== undefined && isPrimary)
  return fields.map((field, position) => {
    if (identifier !== undefined && isIdentifier(field)) return keptField(field.name, identifier)
    const isNext = position === next
    const label = field.labels?.[messages.lang] ?? field.label
    return labeledField({ ...field, label }, fieldId(index, position), {
      value: isIdentifier(field) ? known : undefined,
      hasFocus: hasFocus && isNext,
      isInvalid: isInvalid && field.type !== 'checkbox',
      error: isInvalid && isNext ? invalid.message : undefined,
    })
  })
}

const emailForm: RenderForm = (form, context) => {
  const { provider, isPrimary, isOneOfMany, identifier } = form
  const { email, emailPlaceholder, withEmail, withEmailOf } = context.messages.signin
  const field = { name: 'email', label: email, type: 'email', placeholder: emailPlaceholder, autocomplete: 'email' }
  const inputs = fieldsOf([{ ...field, required: true }], form, context)
  const label = isOneOfMany === true ? withEmailOf(provider.name) : withEmail
  const isButton = identifier !== undefined && !isPrimary
  return html`${inputs}${mainButton(form, context, label, isButton ? { icon: mailIcon } : {})}`
}

const credentialsForm: RenderForm = (form, context) => {
  const { provider, isOneOfMany } = form
  const { name, fields = [] } = provider
  const { submit, withProvider } = context.messages.signin
  const label = isOneOfMany === true || fields.length === 0 ? withProvider(name) : submit
  return html`${fieldsOf(fields, form, context)}${mainButton(form, context, label)}`
}

/** The button of a ceremony. A script shows it, because it needs one. */
const ceremony = (action: 'authenticate' | 'register'): Markup => html` name="action" value="${action}" hidden`

/** The button for a passkey that the user has. `formnovalidate`, because it needs no field. */
export const passkeyButton = (form: MethodForm, context: FormContext, style?: 'plain'): Markup =>
  mainButton(form, context, context.messages.signin.withPasskey, {
    icon: keyIcon,
    attributes: html`${ceremony('authenticate')} formnovalidate`,
    ...(style && { style }),
  })

const passkeySignInForm: RenderForm = (form, context) => {
  const { props, messages } = context
  const { email, signUpWithPasskey } = messages.signin
  const { id, fields = [] } = form.provider
  // The default label of the passkey provider is English. Messages have it in the language of the page.
  const translated = fields.map((field) => (field.label === 'Email' ? { ...field, label: email } : field))
  const inputs = fieldsOf(translated, form, context)
  if (props.mode === 'signup') {
    const attributes = ceremony('register')
    return html`${inputs}${mainButton(form, context, messages.signup.createPasskey, { icon: keyIcon, attributes })}`
  }
  const isStep = form.identifier !== undefined
  const style = isStep ? 'plain' : 'secondary'
  const signUp = { label: signUpWithPasskey, provider: id, style, attributes: ceremony('register') } as const
  // The link to the page for new users keeps the address of the first step.
  const hasLink = isStep && props.otherModeUrl !== undefined
  const signUpButton = fields.length === 0 || hasLink ? undefined : button(signUp, context)
  return html`${inputs}${passkeyButton(form, context)}${signUpButton}`
}

interface FormView {
  /** Left out for a button without fields. All of these share one form. */
  readonly render?: RenderForm
  /** The errors that are about its fields. */
  readonly fieldErrors?: readonly ErrorType[]
  /** Its position in the second step. @default before the others */
  readonly rank?: Readonly<Record<'signin' | 'signup', number>>
  /** How a text names its button. Left out if the button does not say what it signs in with. */
  readonly label?: (provider: PageProvider, messages: Messages['signin']) => string
}

/** The password is typed in the second step. The other methods only need a button. A new user creates a passkey first. */
const VIEWS: Readonly<Record<PageProvider['kind'], FormView>> = {
  email: {
    render: emailForm,
    // A mail server may refuse the address.
    fieldErrors: ['InvalidEmail', 'EmailSignInError'],
    rank: { signin: 1, signup: 2 },
    label: (_provider, { withEmail }) => withEmail,
  },
  credentials: { render: credentialsForm, fieldErrors: ['CredentialsSignin'] },
  passkey: {
    render: passkeySignInForm,
    rank: { signin: 2, signup: 1 },
    label: (_provider, { withPasskey }) => withPasskey,
  },
  redirect: { label: ({ name }, { withProvider }) => withProvider(name) },
}

export const formView = ({ kind }: PageProvider): FormView => VIEWS[kind]

export const isButton = (provider: PageProvider): boolean => formView(provider).render === undefined

/** Where a ceremony gets its options. A user who must authenticate again needs one of their own passkeys. */
export const optionsUrlOf = ({ optionsUrl = '' }: PageProvider, { error }: SigninProps): string =>
  error === 'ReauthenticationRequired' ? optionsUrl : `${optionsUrl}?account=any`

/** The form of a provider. */
export const signInForm: RenderForm = (form, context) => {
  const { action } = form.provider
  const optionsUrl = optionsUrlOf(form.provider, context.props)
  const content = html`${context.hidden}${formView(form.provider).render?.(form, context)}`
  return form.provider.optionsUrl !== undefined
    ? passkeyForm({ action, optionsUrl }, content, context.messages.passkey)
    : postForm(action, content)
}
