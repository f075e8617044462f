import type { Messages } from '../../types/messages.ts'
import type { AccountProps } from '../../types/page-props.ts'
import { findImageUrl, type PageUrl } from '../../web/redirect-target.ts'
import { codeForm } from '../components/code-form.ts'
import { emailAddress } from '../components/inline-elements.ts'
import { html, type Markup } from '../markup/html.ts'
import { linkToChange, factRow, row, rowSection } from './row.ts'

/** The picture of the user, which the policy of the page lets a browser load over https only. */
export const findPicture = ({ user }: AccountProps): PageUrl | undefined => {
  const url = findImageUrl(user.image ?? undefined)
  return url !== undefined && /^(?:https|data):/i.test(url) ? url : undefined
}

const pictureRow = (props: AccountProps, { account }: Messages): Markup | undefined => {
  const { canEdit, action } = props
  const url = findPicture(props)
  if (url === undefined) return undefined
  // Without a referrer: the host of the picture need not know this application.
  const picture = html`<span class="icon picture"><img src="${url}" alt="" referrerpolicy="no-referrer" /></span>`
  const { picture: label, remove, removeOf } = account
  const link = { change: 'picture-remove', label: remove, fullLabel: removeOf(label) } as const
  return row({ icon: picture, name: label, end: canEdit === true ? linkToChange(action, link) : undefined })
}

const editLink = (action: string, change: 'name' | 'email-change', label: string, { account }: Messages): Markup =>
  linkToChange(action, { change, label: account.edit, fullLabel: `${account.edit}: ${label}` })

/** The form for the code of an e-mail to a new address, after the e-mail was sent. */
const emailCodeForm = ({ email, csrfToken, action }: AccountProps, messages: Messages): Markup | undefined =>
  email?.code &&
  codeForm(
    {
      ...email.code,
      ...(csrfToken === undefined ? {} : { csrfToken }),
      action,
      fields: [['action', 'email-code']],
      submit: messages.changeEmail.submit,
    },
    messages,
  )

/** The name, the picture and the e-mail address of the user. */
export const profileSection = (props: AccountProps, messages: Messages): Markup => {
  const { user, canEdit, action, email } = props
  const { profile, name, noName, email: address, noEmail } = messages.account
  const none = (text: string): Markup => html`<span class="muted">${text}</span>`
  const shownName = user.name ? html`<strong>${user.name}</strong>` : none(noName)
  const shownAddress = user.email ? html`<strong>${emailAddress(user.email)}</strong>` : none(noEmail)
  const rows = [
    pictureRow(props, messages),
    factRow(name, shownName, canEdit === true ? editLink(action, 'name', name, messages) : undefined),
    factRow(address, shownAddress, email && editLink(action, 'email-change', address, messages)),
  ].filter((shown) => shown !== undefined)
  return rowSection('profile', profile, rows, emailCodeForm(props, messages))
}
