import type { Messages } from '../types/messages.ts'
import type { PageProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { button } from './components/button.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import { accountLabel, isolated } from './components/inline-elements.ts'
import { html, type Markup } from './markup/html.ts'

type Choice = readonly [value: 'sign-in' | 'connect' | 'stay', label: Markup | string]

/** The main button changes nothing: an attacker may have chosen the names of the account. */
const choicesOf = (props: PageProps['choose-account'], { chooseAccount }: Messages): readonly Choice[] => {
  const { currentUser, provider, signInAs } = props
  const { stay, cancel, connect, signInAs: signIn } = chooseAccount
  const connected: readonly Choice[] =
    props.canConnect && currentUser !== undefined && provider !== undefined
      ? [['connect', isolated(connect, provider, currentUser)]]
      : []
  const signedIn: readonly Choice[] =
    signInAs === undefined ? [] : [['sign-in', isolated(signIn, accountLabel(signInAs))]]
  return [['stay', currentUser === undefined ? cancel : isolated(stay, currentUser)], ...connected, ...signedIn]
}

/** Asks which account to use. It names both users, so that the user notices the account of an attacker. */
export const renderChooseAccountPage = (props: PageProps['choose-account'], context: PageContext): PageContent => {
  const { messages } = context
  const { title, signedInAs, returnedAs, usedPasskeyOf, warning, check } = messages.chooseAccount
  const { currentUser, provider, providerUser } = props
  const user = accountLabel(providerUser)
  const chosen =
    provider === undefined
      ? html`<p>${isolated(usedPasskeyOf, user)}</p>`
      : html`<p>${isolated(returnedAs, provider, user)}</p>
          <p class="muted">${currentUser === undefined ? check(provider) : warning(provider)}</p>`
  const buttons = choicesOf(props, messages).map(([value, label], i) => {
    const style = i === 0 ? 'primary' : 'secondary'
    return button({ label, style, attributes: html` name="choice" value="${value}"` }, context)
  })
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}
    <div class="choices">${buttons}</div>`
  return {
    title,
    body: html`<h1>${title}</h1>
      ${currentUser && html`<p>${isolated(signedInAs, currentUser)}</p>`} ${chosen} ${postForm(props.action, form)}`,
    features: ['form'],
  }
}
