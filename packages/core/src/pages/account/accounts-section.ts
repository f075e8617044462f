import { oncePer } from '../../base/async.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountProps } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { commonFields, hiddenFields, postForm } from '../components/post-form.ts'
import { iconClass, iconOf, type IconSource } from '../components/icon.ts'
import { html, type Markup } from '../markup/html.ts'

type LinkedAccount = AccountProps['accounts'][number]

/** One object per account, because icons are made once per object. */
const iconSourceOf = oncePer(({ provider: id, name, icon, style }: LinkedAccount): IconSource => ({
  id,
  name,
  ...(icon === undefined ? {} : { icon }),
  ...(style === undefined ? {} : { style }),
}))

/** The icons of the page, in the order of their classes. */
export const shownIcons = ({ accounts, linkable }: AccountProps): readonly IconSource[] => [
  ...accounts.map(iconSourceOf),
  ...linkable,
]

const unlinkForm = (account: LinkedAccount, props: AccountProps, messages: Messages): Markup => {
  const { provider, providerAccountId, name } = account
  const { unlink, unlinkOf } = messages.account
  const fields = hiddenFields([
    ['action', 'unlink'],
    ['provider', provider],
    ['providerAccountId', providerAccountId],
  ])
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  const button = html`<button type="submit" class="small" aria-label="${unlinkOf(name)}">${unlink}</button>`
  return postForm(props.action, html`${commonFields(token)}${fields}${button}`)
}

const linkedRow = (account: LinkedAccount, index: number, props: AccountProps, messages: Messages): Markup => {
  const end = account.canUnlink
    ? unlinkForm(account, props, messages)
    : html`<span class="muted">${messages.account.onlyMethod}</span>`
  return html`<li class="row">
    ${iconOf(iconSourceOf(account)).render(iconClass(index))}<span class="row-name">${account.name}</span>${end}
  </li>`
}

/** The linked accounts at providers. */
export const linkedSection = (props: AccountProps, messages: Messages): Markup => {
  const rows = props.accounts.map((account, i) => linkedRow(account, i, props, messages))
  const list =
    rows.length === 0
      ? html`<p class="muted">${messages.account.noAccounts}</p>`
      : html`<ul class="rows" role="list">
          ${rows}
        </ul>`
  return html`<section aria-labelledby="accounts">
    <h2 id="accounts">${messages.account.accounts}</h2>
    ${list}
  </section>`
}

const LINK_ID = 'link'

/** The providers that the user can link. Their buttons share one form. */
export const linkableSection = (props: AccountProps, messages: Messages): Markup | undefined => {
  const { linkable, accounts, csrfToken } = props
  if (linkable.length === 0) return undefined
  const buttons = linkable.map((provider, i) => {
    const icon = iconOf(provider).render(iconClass(accounts.length + i))
    const attributes = html`type="submit" form="${LINK_ID}" formaction="${pageUrl(provider.action)}" class="method"`
    const label = messages.account.link(provider.name)
    return html`<li>
      <button ${attributes}>${icon}<span>${label}</span></button>
    </li>`
  })
  const token = csrfToken === undefined ? {} : { csrfToken }
  const hidden = html`${commonFields({ callbackUrl: props.action, ...token })}${hiddenFields([['link', 'true']])}`
  return html`<section aria-labelledby="more-accounts">
    <h2 id="more-accounts">${messages.account.linkAnother}</h2>
    <form id="${LINK_ID}" method="post">${hidden}</form>
    <ul class="list" role="list">
      ${buttons}
    </ul>
  </section>`
}
