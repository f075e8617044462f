import type { AccountProps } from '../../types/page-props.ts'
import { findImageUrl, type PageUrl } from '../../web/redirect-target.ts'
import { codeForm } from '../components/code-form.ts'
import { emailAddress } from '../components/inline-elements.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'
import { linkToChange, factRow, row, rowSection } from './row.ts'

/** The picture of the user, which the policy of the page lets a browser load over https only. */
export const findPicture = ({ user }: AccountProps): PageUrl | undefined => {
  const url = findImageUrl(user.image ?? undefined)
  return url !== undefined && /^(?:https|data):/i.test(url) ? url : undefined
}

const pictureRow = (props: AccountProps, context: PageContext): Markup | undefined => {
  const { canEdit, action } = props
  const url = findPicture(props)
  if (url === undefined) return undefined
  // Without a referrer: the host of the picture need not know this application.
  const picture = html`<span class="icon picture"><img src="${url}" alt="" referrerpolicy="no-referrer" /></span>`
  const { picture: label, remove, removeOf } = context.messages.account
  const link = { change: 'picture-remove', label: remove, fullLabel: removeOf(label) } as const
  return row({ icon: picture, name: label, end: canEdit === true ? linkToChange(action, link, context) : undefined })
}

const editLink = (action: string, change: 'name' | 'email-change', label: string, context: PageContext): Markup => {
  const { edit } = context.messages.account
  return linkToChange(action, { change, label: edit, fullLabel: `${edit}: ${label}` }, context)
}

/** The form for the code of an e-mail to a new address, after the e-mail was sent. */
const emailCodeForm = ({ email, csrfToken, action }: AccountProps, context: PageContext): Markup | undefined =>
  email?.code &&
  codeForm(
    {
      ...email.code,
      ...(csrfToken === undefined ? {} : { csrfToken }),
      action,
      fields: [['action', 'email-code']],
      submit: context.messages.changeEmail.submit,
    },
    context,
  )

/** The name, the picture and the e-mail address of the user. */
export const profileSection = (props: AccountProps, context: PageContext): Markup => {
  const { user, canEdit, action, email } = props
  const { profile, name, noName, email: address, noEmail } = context.messages.account
  const none = (text: string): Markup => html`<span class="muted">${text}</span>`
  const shownName = user.name ? html`<strong>${user.name}</strong>` : none(noName)
  const shownAddress = user.email ? html`<strong>${emailAddress(user.email)}</strong>` : none(noEmail)
  const rows = [
    pictureRow(props, context),
    factRow(name, shownName, canEdit === true ? editLink(action, 'name', name, context) : undefined),
    factRow(address, shownAddress, email && editLink(action, 'email-change', address, context)),
  ].filter((shown) => shown !== undefined)
  return rowSection('profile', profile, rows, emailCodeForm(props, context))
}
