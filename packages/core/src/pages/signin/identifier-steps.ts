import type { IdentifierFirst, PageProvider } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { button } from '../components/button.ts'
import { passkeyForm } from '../components/passkey-form.ts'
import { emailAddress } from '../components/inline-elements.ts'
import { postForm } from '../components/post-form.ts'
import { html, type Markup } from '../markup/html.ts'
import { sendsMail } from './form-kinds.ts'
import { labeledField } from './fields.ts'
import { formView, optionsUrlOf, passkeyButton, signInForm, type FormContext } from './sign-in-forms.ts'

/** The methods of the second step with their positions in the config. */
const methodsOf = (
  providers: readonly PageProvider[],
  { methods }: IdentifierFirst,
): readonly { readonly provider: PageProvider; readonly index: number }[] =>
  providers.map((provider, index) => ({ provider, index })).filter(({ provider }) => methods.includes(provider.id))

/** The first step: one field, which also offers passkeys, and "Continue". It is the same for every visitor. */
export const identifierForm = (step: IdentifierFirst, isPrimary: boolean, context: FormContext): Markup => {
  const { messages, hidden, invalid, props } = context
  const { email, emailOrUsername, emailPlaceholder } = messages.signin
  const methods = methodsOf(props.providers, step)
  // A new user has no passkey to sign in with.
  const passkey =
    props.mode === 'signup' ? undefined : methods.find(({ provider }) => provider.optionsUrl !== undefined)
  const hasAutofill = passkey?.provider.fields?.some((field) => field.autocomplete?.includes('webauthn')) === true
  const isInvalid = invalid !== undefined && step.methods.includes(invalid.provider.id)
  const isEmail = step.type !== 'text'
  const field = labeledField(
    {
      name: 'email',
      label: isEmail ? email : emailOrUsername,
      type: step.type,
      autocomplete: hasAutofill ? 'username webauthn' : 'username',
      required: true,
      ...(isEmail && { placeholder: emailPlaceholder }),
    },
    'identifier',
    { value: props.identifier, hasFocus: isInvalid, isInvalid, error: isInvalid ? invalid.message : undefined },
  )
  const submit = button(
    {
      label: messages.signin.continue,
      style: isPrimary ? 'primary' : 'secondary',
      isLastUsed: methods.some(({ provider }) => provider.id === props.lastUsed && provider.optionsUrl === undefined),
      attributes: passkey && html` formaction="${pageUrl(step.action)}"`,
    },
    context,
  )
  const content = html`${hidden}${field}${submit}`
  if (passkey === undefined) return postForm(step.action, content)
  const { action } = passkey.provider
  const optionsUrl = optionsUrlOf(passkey.provider, props)
  const isLast = passkey.provider.id === props.lastUsed
  const offer = passkeyButton({ ...passkey, isPrimary: false }, context, isLast ? undefined : 'plain')
  return passkeyForm({ action, optionsUrl, isOptional: true }, html`${content}${offer}`, messages.passkey)
}

/** The second step: the methods that the config offers, never those of the user, so that it does not show who exists. */
export const methodsStep = (step: IdentifierFirst, identifier: string, context: FormContext): Markup => {
  const { messages, props } = context
  const { lastUsed, mode } = props
  const rank = (provider: PageProvider): number =>
    provider.id === lastUsed ? -1 : (formView(provider).rank?.[mode ?? 'signin'] ?? 0)
  // A user name is no address to send an e-mail to.
  const forms = methodsOf(props.providers, step)
    .filter(({ provider }) => identifier.includes('@') || !sendsMail(provider))
    .toSorted((a, b) => rank(a.provider) - rank(b.provider))
    .map((method, i) => signInForm({ ...method, identifier, isPrimary: i === 0 }, context))
  const [first, ...others] = forms
  const separator = others.length === 0 ? undefined : html`<p class="separator">${messages.signin.or}</p>`
  const query = new URLSearchParams({ ...(mode && { mode }), step: 'identifier' })
  const back = html`<a href="${pageUrl(`${step.action}?${query.toString()}`)}">${messages.signin.change}</a>`
  return html`<p class="user identifier"><span>${emailAddress(identifier)}</span> ${back}</p>
    ${first}${separator}
    <div class="list">${others}</div>`
}
