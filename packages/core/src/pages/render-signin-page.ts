import { oncePer } from '../base/async.ts'
import { errorText } from '../i18n/time-spans.ts'
import type { Messages } from '../types/messages.ts'
import type { PageProvider, SigninProps } from '../types/page-props.ts'
import { pageUrl } from '../web/redirect-target.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html, type Markup } from './markup/html.ts'
import { LAST_USED_ID } from './components/button.ts'
import { errorBox, fieldError, supportReference, titleWithError } from './components/error-box.ts'
import { commonFields, hiddenFields } from './components/post-form.ts'
import { iconStyles } from './components/icon.ts'
import type { PageFeature } from './scripts.ts'
import { methodsStep } from './signin/identifier-steps.ts'
import { providerList } from './signin/provider-list.ts'
import { type FormContext, formView, isButton } from './signin/sign-in-forms.ts'
import { signInOptions } from './signin/sign-in-options.ts'

/** The provider whose fields are invalid, if the page shows them. Of several, only the one that failed. */
const findInvalid = ({ error, failed, providers, step, identifierFirst }: SigninProps): PageProvider | undefined => {
  if (error === undefined) return undefined
  const suspected = providers.filter((provider) => formView(provider).fieldErrors?.some((one) => one === error))
  const provider = suspected.length === 1 ? suspected[0] : suspected.find(({ id }) => id === failed)
  if (provider === undefined || provider.fields?.length === 0) return undefined
  const hasPassword = provider.fields?.some(({ type }) => type === 'password') === true
  const isPassword = hasPassword && identifierFirst?.methods.includes(provider.id) === true
  return isPassword && step === undefined ? undefined : provider
}

/** A link to the button that this browser used last, if another method failed. */
const lastUsedLink = ({ providers, lastUsed, failed }: SigninProps, { signin }: Messages): Markup | undefined => {
  const last = providers.find(({ id }) => id === lastUsed && id !== failed)
  if (last === undefined) return undefined
  const label = formView(last).label?.(last, signin)
  return label === undefined ? undefined : html`<p>${signin.lastUsed}: <a href="#${LAST_USED_ID}">${label}</a></p>`
}

/** The message of an error that is about a field. */
const invalidField = ({ error = '', retryAfter, reference }: SigninProps, messages: Messages): Markup =>
  html`${fieldError(errorText(messages, error, retryAfter))}${supportReference(reference, messages)}`

/** The message of an error that is not about a field. It names the provider that failed. */
const pageError = (props: SigninProps, messages: Messages): Markup | undefined => {
  const failed = props.providers.find((provider) => provider.id === props.failed && isButton(provider))
  const link = failed === undefined ? undefined : lastUsedLink(props, messages)
  const more = html`${link}${supportReference(props.reference, messages)}`
  return errorBox(messages, { ...props, ...(failed && { about: failed.name }) }, more)
}

const featuresOf = (providers: readonly PageProvider[], isLong: boolean): readonly PageFeature[] => {
  const features: PageFeature[] = providers.length === 0 ? [] : ['form']
  // Before `form`: a submit that the passkey script prevents must not mark the form as busy.
  if (providers.some(({ optionsUrl }) => optionsUrl !== undefined)) features.unshift('passkey')
  return isLong ? [...features, 'filter'] : features
}

/** The messages of the page for new users: titles and labels of `signup` in place of those of `signin`. */
const signUpMessages = oncePer((messages: Messages): Messages => {
  const { title, withProvider } = messages.signup
  return { ...messages, signin: { ...messages.signin, title, withProvider } }
})

/** The link between the page to sign in and the page for new users. */
const otherModeLink = ({ mode, otherModeUrl }: SigninProps, { signin, signup }: Messages): Markup | undefined => {
  if (otherModeUrl === undefined) return undefined
  const [question, label] =
    mode === undefined ? [signup.newHere, signup.createAccount] : [signup.haveAccount, signin.submit]
  return html`<p class="footer-link">${question} <a href="${pageUrl(otherModeUrl)}">${label}</a></p>`
}

const contentOf = (context: FormContext): Markup => {
  const { props, messages } = context
  const { providers, identifierFirst, step, identifier } = props
  if (providers.length === 0) return html`<p>${messages.signin.noMethods}</p>`
  const isSecondStep = step === 'methods' && identifierFirst !== undefined && identifier !== undefined
  return isSecondStep ? methodsStep(identifierFirst, identifier, context) : signInOptions(context)
}

/** The sign-in methods. The buttons of providers share one form, which keeps the page small with many providers. */
export const renderSigninPage = (props: SigninProps, page: PageContext): PageContent => {
  const { scheme } = page
  const { providers, error, step, mode } = props
  const messages = mode === undefined ? page.messages : signUpMessages(page.messages)
  const { title } = messages.signin
  const provider = findInvalid(props)
  const invalid = provider && { provider, message: invalidField(props, messages) }
  const hidden = html`${commonFields(props)}${hiddenFields([
    ...(props.links === false ? ([['link', 'false']] as const) : []),
    ...(mode === undefined ? [] : ([['mode', mode]] as const)),
  ])}`
  const context: FormContext = { ...page, messages, props, hidden, invalid }
  const icons = iconStyles(providers, page.findIcon)
  const isLong = step === undefined && providerList(providers, context).long !== undefined
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${invalid === undefined ? pageError(props, messages) : undefined}${contentOf(context)}${otherModeLink(props, messages)}`,
    ...(step === undefined && { rules: icons.rules[scheme](), hasImages: icons.hasImages }),
    features: featuresOf(providers, isLong),
    isWide: isLong,
  }
}
