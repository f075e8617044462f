import type { PageProps, LinkRequestProps } from '../types/page-props.ts'
import { pageUrl } from '../web/redirect-target.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html, type Markup } from './markup/html.ts'
import { codeForm } from './components/code-form.ts'
import { errorBox, titleWithError } from './components/error-box.ts'
import { button } from './components/button.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import { emailStyles } from './styles/email-styles.ts'
import { describeRequest, emailAddress, homeLink, isolated } from './components/inline-elements.ts'

/** What `resendIn` has in place of the time, which a script counts down. */
const TIME = '{time}'

/** For a user who got no e-mail: request another one, or enter another address. */
const otherWays = (
  { resend, error, retryAfter, signinUrl }: PageProps['verify-request'],
  context: PageContext,
): Markup => {
  const { verifyRequest } = context.messages
  const wait =
    error === 'TooManyRequests' && retryAfter !== undefined
      ? html` data-retry-after="${retryAfter.toString()}" data-waiting="${verifyRequest.resendIn(TIME)}"`
      : undefined
  const send = button({ label: verifyRequest.resend, style: 'secondary', attributes: wait }, context)
  const form = resend && postForm(resend.action, html`${commonFields(resend)}${hiddenFields(resend.fields)}${send}`)
  return html`<div class="more">
    <p class="muted">${verifyRequest.hint}</p>
    ${form}
    <p class="footer-link"><a href="${pageUrl(signinUrl)}">${verifyRequest.otherAddress}</a></p>
  </div>`
}

/**
 * The page after an e-mail was sent. It shows the recipient only in the browser that requested the e-mail, because any
 * link can lead to this page.
 */
export const renderVerifyRequestPage = (props: PageProps['verify-request'], context: PageContext): PageContent => {
  const { messages } = context
  const { home, email, code, error, isResent } = props
  const { title, sent, sentTo, open, resent } = messages.verifyRequest
  const { lead, orLink } = messages.verifyRequest.code
  const next = code === undefined ? open : props.hasLink === true ? `${lead} ${orLink}` : lead
  return {
    title: titleWithError(messages, title, code?.isWrong === true ? 'Verification' : error),
    body: html`<h1>${title}</h1>
      ${errorBox(messages, props)}
      ${isResent === true ? html`<p class="notice" role="status">${resent}</p>` : undefined}
      <p class="sent-to">${email === undefined ? sent : isolated(sentTo, html`<strong>${email}</strong>`)} ${next}</p>
      ${code && codeForm(code, context, true)} ${otherWays(props, context)} ${homeLink(home, messages)}`,
    rules: emailStyles,
    features: props.resend === undefined ? [] : ['email', 'form'],
  }
}

/** A sentence that says from where and when the link was requested, or `undefined` if neither is known. */
export const requestLine = (request: LinkRequestProps, { messages, now }: PageContext): Markup | undefined => {
  const described = describeRequest(request, messages, now)
  if (described.where === undefined && described.when === undefined) return undefined
  return html`<p>${messages.confirmLink.requested(described)}</p>`
}

/**
 * A sign-in link that was opened in another browser than the one that requested it. The page names the address, so that
 * the user notices the account of an attacker. Opening the link changes nothing, because mail scanners open links too.
 */
export const renderConfirmLinkPage = (props: PageProps['confirm-link'], context: PageContext): PageContent => {
  const { messages } = context
  const { title, lead, warning, submit, replaces } = messages.confirmLink
  const form = html`${commonFields(props)}${hiddenFields(props.fields)}${button({ label: submit }, context)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="user">${emailAddress(props.email)}</p>
      ${requestLine(props, context)}
      ${props.replaces && html`<p class="notice">${isolated(replaces, props.replaces)}</p>`}
      <p class="muted">${warning}</p>
      ${postForm(props.action, form)}`,
    features: ['form'],
  }
}

/** A link that only confirms a browser. It works in any browser, because the user reads e-mails in another one. */
export const renderConfirmBrowserPage = (props: PageProps['confirm-browser'], context: PageContext): PageContent => {
  const { messages } = context
  const { lead, warning, submit, doneTitle, done, signIn } = messages.confirmBrowser
  const title = props.isDone === true ? doneTitle : messages.confirmBrowser.title
  const { action = '', fields = [] } = props
  const form = html`${commonFields(props)}${hiddenFields(fields)}${button({ label: submit }, context)}`
  const content =
    props.isDone === true
      ? html`<p>${done}</p>
          <p class="footer-link"><a href="${pageUrl(props.signinUrl)}">${signIn}</a></p>`
      : html`<p class="muted">${warning}</p>
          ${postForm(action, form)}`
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${lead(props.host)}</p>
      <p class="user">${emailAddress(props.email)}</p>
      ${content}`,
    features: props.isDone === true ? [] : ['form'],
  }
}
