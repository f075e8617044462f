import type { PageProps } from '../types/page-props.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html } from './markup/html.ts'
import { button, linkButton } from './components/button.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import { emailAddress, homeLink, isolated } from './components/inline-elements.ts'
import { requestLine } from './render-email-pages.ts'

const renderEmailChangedPage = (
  { email, host, home }: PageProps['change-email'],
  { messages }: PageContext,
): PageContent => {
  const { doneTitle, done } = messages.changeEmail
  return {
    title: doneTitle,
    body: html`<h1>${doneTitle}</h1>
      <p class="user">${emailAddress(email)}</p>
      <p>${done(host)}</p>
      ${homeLink(home, messages)}`,
    features: [],
  }
}

/**
 * A link from an e-mail to a new address, in a browser of the user. The page names the new and the previous address, so
 * that the user sees which account is signed in. Opening the link changes nothing, because mail scanners open links
 * too.
 */
export const renderChangeEmailPage = (props: PageProps['change-email'], context: PageContext): PageContent => {
  const { messages } = context
  if (props.isDone === true) return renderEmailChangedPage(props, context)
  const { title, lead, warning, submit, replaces } = messages.changeEmail
  const { action = '', fields = [] } = props
  const form = html`${commonFields(props)}${hiddenFields(fields)}${button({ label: submit }, context)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="user">${emailAddress(props.email)}</p>
      ${props.replaces && html`<p class="notice">${isolated(replaces, props.replaces)}</p>`}
      ${requestLine(props, context)}
      <p class="muted">${warning}</p>
      ${postForm(action, form)}`,
    features: ['form'],
  }
}

/**
 * A link from an e-mail to a new address, opened by a visitor who is not signed in as the user who requested the
 * change.
 */
export const renderFinishEmailPage = (props: PageProps['finish-email'], context: PageContext): PageContent => {
  const { messages } = context
  const { host, home, signinUrl, signOut, signedInAs } = props
  const { title, lead, warning, switchUser } = messages.finishEmail
  const form =
    signOut && postForm(signOut.action, html`${commonFields(signOut)}${button({ label: switchUser }, context)}`)
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(host)}</p>
      ${
        signedInAs &&
        html`<p>${messages.account.signedInAs}</p>
          <p class="user">${emailAddress(signedInAs)}</p>`
      }
      <p class="muted">${warning}</p>
      ${form} ${signinUrl && linkButton(signinUrl, { label: messages.signin.title }, context)}
      ${homeLink(home, messages)}`,
    features: signOut === undefined ? [] : ['form'],
  }
}

const renderUndoOutcome = (props: PageProps['undo-email'], context: PageContext): PageContent => {
  const { messages } = context
  const { doneTitle, done, takenTitle, taken } = messages.undoEmail
  const [title, text] = props.outcome === 'done' ? [doneTitle, done] : [takenTitle, taken]
  return {
    title,
    body: html`<h1>${title}</h1>
      <p class="user">${emailAddress(props.email)}</p>
      <p>${text(props.host)}</p>
      ${linkButton(props.signinUrl, { label: messages.signin.title }, context)} ${homeLink(props.home, messages)}`,
    features: [],
  }
}

/**
 * A link that undoes a change of the address. The page names both addresses, so that the user can tell whether it was
 * their own change. Opening the link changes nothing, because mail scanners open links too.
 */
export const renderUndoEmailPage = (props: PageProps['undo-email'], context: PageContext): PageContent => {
  if (props.outcome !== undefined) return renderUndoOutcome(props, context)
  const { messages } = context
  const { title, lead, effect, submit } = messages.undoEmail
  const { action = '', fields = [], replaces } = props
  const form = html`${commonFields(props)}${hiddenFields(fields)}${button({ label: submit }, context)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="user">${emailAddress(props.email)}</p>
      ${replaces && html`<p class="notice">${isolated(messages.changeEmail.replaces, replaces)}</p>`}
      <p class="muted">${effect}</p>
      ${postForm(action, form)}`,
    features: ['form'],
  }
}
