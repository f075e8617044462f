import { describeSpan, errorText } from '../i18n/time-spans.ts'
import type { ErrorText, Messages } from '../types/messages.ts'
import type { AccountChangeProps, PageProps } from '../types/page-props.ts'
import { button, linkButton } from './components/button.ts'
import { ERROR_ID, errorBox, fieldError, titleWithError } from './components/error-box.ts'
import { emailAddress, homeLink } from './components/inline-elements.ts'
import { commonFields, hiddenFields, postForm } from './components/post-form.ts'
import type { PageContent } from './document.ts'
import type { PageContext } from './page-context.ts'
import { html, type Markup } from './markup/html.ts'
import { accountStyles } from './styles/account-styles.ts'

const FIELD_ID = 'change'

type Change = AccountChangeProps['change']

/** The attributes of the field of a change that has one. The limits are those of the server. */
const FIELDS: Readonly<Partial<Record<Change, Markup>>> = {
  name: html`name="name" type="text" autocomplete="name" maxlength="128"`,
  'email-change': html`name="email" type="email" autocomplete="email"`,
  'passkey-rename': html`name="name" type="text" autocomplete="off" maxlength="64"`,
}

const REMOVALS: ReadonlySet<Change> = new Set(['picture-remove', 'unlink', 'passkey-delete', 'delete-account'])

/** Whether an error is about what the user typed. Others, such as a limit, stand above the form. */
const isAboutField = ({ change, error = '' }: AccountChangeProps): boolean =>
  change === 'email-change' && ['InvalidEmail', 'EmailSignInError', 'AccessDenied'].includes(error)

/** A refusal of the application is about the address here, and not about the account. */
const describe = ({ error = '' }: AccountChangeProps, messages: Messages): ErrorText =>
  error === 'AccessDenied' ? messages.account.change['email-change'].refused : errorText(messages, error)

/** The field of a change, or the checkbox without which the account is not deleted. */
const fieldOf = (props: AccountChangeProps, messages: Messages): Markup | undefined => {
  const { change, value = '' } = props
  const texts = messages.account.change[change]
  if ('confirm' in texts)
    return html`<p class="checkbox">
      <input id="${FIELD_ID}" name="confirm" type="checkbox" value="yes" required /><label for="${FIELD_ID}"
        >${texts.confirm}</label
      >
    </p>`
  if (!('label' in texts)) return undefined
  const isInvalid = isAboutField(props)
  const invalid = isInvalid ? html` aria-invalid="true" aria-describedby="${ERROR_ID}" autofocus` : undefined
  return html`<label for="${FIELD_ID}">${texts.label}</label>
    <input id="${FIELD_ID}" ${FIELDS[change]} value="${value}" required ${invalid} />
    ${isInvalid ? fieldError(describe(props, messages)) : undefined}`
}

/** What the change does, if a sentence says so. */
const leadOf = ({ change, deletionDelay }: AccountChangeProps, messages: Messages): string | undefined => {
  if (deletionDelay !== undefined) return messages.scheduledDeletion.lead(describeSpan(messages.lang, deletionDelay))
  const texts = messages.account.change[change]
  return 'lead' in texts ? texts.lead : undefined
}

/** One change of the account: a form with one field, or the question whether to remove what the page names. */
export const renderAccountChangePage = (props: AccountChangeProps, context: PageContext): PageContent => {
  const { messages } = context
  const { change, subject, fields = [], back } = props
  const texts = messages.account.change[change]
  const lead = leadOf(props, messages)
  const isRemoval = REMOVALS.has(change)
  const named = subject === undefined ? undefined : html`<p class="user">${emailAddress(subject)}</p>`
  const hidden = hiddenFields([['action', change], ...fields])
  const submit = button({ label: texts.submit, style: isRemoval ? 'danger' : 'primary' }, context)
  return {
    title: titleWithError(messages, texts.title, props.error),
    body: html`<h1>${texts.title}</h1>
      ${isAboutField(props) ? undefined : errorBox(messages, props)} ${named}
      ${lead === undefined ? undefined : html`<p>${lead}</p>`}
      ${postForm(props.action, html`${commonFields(props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken })}${hidden}${fieldOf(props, messages)}${submit}`)}
      ${linkButton(back, { label: messages.signout.cancel, style: 'secondary' }, context)}`,
    rules: accountStyles,
    features: ['form'],
  }
}

/** The account is gone, and so is the session. */
export const renderAccountDeletedPage = (
  props: PageProps['account-deleted'],
  { messages }: PageContext,
): PageContent => {
  const { title, text } = messages.account.deleted
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${text(props.host)}</p>
      ${homeLink(props.home, messages)}`,
    features: [],
  }
}
