import type { Messages } from '../types/messages.ts'
import type { ChooseAccountProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import { html, type Markup } from './markup/html.ts'

type Choice = readonly [value: 'sign-in' | 'connect' | 'stay', label: string]

const button = ([value, label]: Choice, isPrimary: boolean): Markup => {
  const attributes = html`type="submit" name="choice" value="${value}"`
  return isPrimary
    ? html`<button ${attributes}>${label}</button>`
    : html`<button ${attributes} class="secondary">${label}</button>`
}

/** The main button never connects: this would let the account of an attacker in for good. */
const choicesOf = (props: ChooseAccountProps, { chooseAccount }: Messages): readonly Choice[] => {
  const { currentUser, provider, signInAs, canConnect } = props
  const stay: Choice = ['stay', chooseAccount.stay(currentUser)]
  const signIn: readonly Choice[] = signInAs === undefined ? [] : [['sign-in', chooseAccount.signInAs(signInAs)]]
  const connect: readonly Choice[] = canConnect ? [['connect', chooseAccount.connect(provider, currentUser)]] : []
  // Two users with one label cannot be told apart, so the main button changes nothing.
  return signInAs === undefined || signInAs === currentUser
    ? [stay, ...connect, ...signIn]
    : [...signIn, ...connect, stay]
}

/** Asks which account to use. It names both users, so that the user notices the account of an attacker. */
export const renderChooseAccountPage = (props: ChooseAccountProps, messages: Messages): PageContent => {
  const { title, signedInAs, returnedAs, warning } = messages.chooseAccount
  const { currentUser, provider, providerUser } = props
  const buttons = choicesOf(props, messages).map((choice, i) => button(choice, i === 0))
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}
    <div class="choices">${buttons}</div>`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${signedInAs(currentUser)}</p>
      <p>${returnedAs(provider, providerUser)}</p>
      <p class="muted">${warning(provider)}</p>
      ${postForm(props.action, form)}`,
    features: ['form'],
  }
}
