import type { Messages } from '../types/messages.ts'
import type { PageProvider, SigninProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import type { Scheme } from './markup/css.ts'
import { html } from './markup/html.ts'
import { ERROR_ID, errorBox, titleWithError, type InvalidField } from './components/error-box.ts'
import { commonFields, hiddenFields } from './components/post-form.ts'
import { iconStyles } from './components/icon.ts'
import type { PageFeature } from './scripts.ts'
import { providerList } from './signin/provider-list.ts'
import { fieldId } from './signin/sign-in-forms.ts'
import { signInOptions } from './signin/sign-in-options.ts'

/** The kind of form that an error is about. */
const KIND_OF_ERROR: Readonly<Record<string, PageProvider['kind']>> = {
  CredentialsSignin: 'credentials',
  EmailSignInError: 'email',
}

const findInvalidFields = (props: SigninProps, messages: Messages): readonly InvalidField[] => {
  const { error = '', providers } = props
  const kind = Object.hasOwn(KIND_OF_ERROR, error) ? KIND_OF_ERROR[error] : undefined
  return providers.flatMap((provider, i) => {
    if (kind === undefined || provider.kind !== kind) return []
    // A form without configured fields has one field for the e-mail address.
    const fields = provider.fields ?? [{ label: messages.signin.email, type: 'email' }]
    const inputs = fields.map(({ label, type }, position) => ({ id: fieldId(i, position), label, type }))
    return inputs.filter(({ type }) => type !== 'checkbox')
  })
}

const featuresOf = (providers: readonly PageProvider[], messages: Messages): readonly PageFeature[] => {
  const features: PageFeature[] = providers.length === 0 ? [] : ['form']
  // Before `form`: a submit that the passkey script prevents must not mark the form as busy.
  if (providers.some(({ kind }) => kind === 'passkey')) features.unshift('passkey')
  if (providerList(providers)(messages).long !== undefined) features.push('filter')
  return features
}

/** All sign-in methods. The buttons of providers share one form, which keeps the page small with many providers. */
export const renderSigninPage = (props: SigninProps, messages: Messages, scheme: Scheme): PageContent => {
  const { providers, error, lastUsed } = props
  const { title, noMethods } = messages.signin
  const invalid = findInvalidFields(props, messages)
  const invalidIds = new Set(invalid.map(({ id }) => id))
  const hidden = html`${commonFields(props)}${hiddenFields(props.links === false ? [['link', 'false']] : [])}`
  const errorOf = (id: string): string | undefined => (invalidIds.has(id) ? ERROR_ID : undefined)
  const options =
    providers.length === 0
      ? html`<p>${noMethods}</p>`
      : signInOptions(providers, { messages, hidden, lastUsed, errorOf })
  const icons = iconStyles(providers)
  return {
    title: titleWithError(messages, title, error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props, invalid)}${options}`,
    rules: icons.rules[scheme](),
    features: featuresOf(providers, messages),
    isWide: providerList(providers)(messages).long !== undefined,
    hasImages: icons.hasImages,
  }
}
