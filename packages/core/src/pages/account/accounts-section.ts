import type { AccountProps } from '../../types/page-props.ts'
import { pageUrl } from '../../web/page-url.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { commonFields, hiddenFields, postForm } from '../components/form.ts'
import { iconOf } from '../components/icon.ts'
import type { IconSource } from '../components/icon.ts'
import { iconClass } from '../components/icon-styles.ts'

type Linked = AccountProps['accounts'][number]

const marks = new WeakMap<Linked, IconSource>()

/** What a linked account's mark is made of; kept, as the mark of one object is made once. */
const markedOf = (account: Linked): IconSource => {
  const known = marks.get(account)
  if (known !== undefined) return known
  const { provider: id, name, icon, style } = account
  const made = { id, name, ...(icon === undefined ? {} : { icon }), ...(style === undefined ? {} : { style }) }
  marks.set(account, made)
  return made
}

/** Whose marks are on the page, in the order of their classes. */
export const markedOn = ({ accounts, linkable }: AccountProps): readonly IconSource[] => [
  ...accounts.map(markedOf),
  ...linkable,
]

const unlinkForm = ({ provider, providerAccountId, name }: Linked, props: AccountProps, messages: Messages): Markup => {
  const { unlink, unlinkOf } = messages.account
  const fields = hiddenFields([
    ['action', 'unlink'],
    ['provider', provider],
    ['providerAccountId', providerAccountId],
  ])
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  const button = html`<button type="submit" class="quiet" aria-label="${unlinkOf(name)}">${unlink}</button>`
  return postForm(props.action, html`${commonFields(token)}${fields}${button}`)
}

const linkedRow = (account: Linked, index: number, props: AccountProps, messages: Messages): Markup => {
  const end = account.canUnlink
    ? unlinkForm(account, props, messages)
    : html`<span class="muted">${messages.account.lastWay}</span>`
  return html`<li class="row">
    ${iconOf(markedOf(account)).show(iconClass(index))}<span class="what">${account.name}</span>${end}
  </li>`
}

/** The accounts elsewhere that sign this person in. */
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

/** The accounts that could be connected in addition, all sent by one form. */
export const linkableSection = (props: AccountProps, messages: Messages): Markup | undefined => {
  const { linkable, accounts, csrfToken } = props
  if (linkable.length === 0) return undefined
  const buttons = linkable.map((provider, i) => {
    const mark = iconOf(provider).show(iconClass(accounts.length + i))
    const action = pageUrl(provider.action)
    const label = messages.account.link(provider.name)
    return html`<li>
      <button type="submit" form="${LINK_ID}" formaction="${action}" class="go">${mark}<span>${label}</span></button>
    </li>`
  })
  const token = csrfToken === undefined ? {} : { csrfToken }
  const hidden = html`${commonFields({ callbackUrl: props.action, ...token })}${hiddenFields([['link', 'true']])}`
  return html`<section aria-labelledby="more-accounts">
    <h2 id="more-accounts">${messages.account.linkMore}</h2>
    <form id="${LINK_ID}" method="post">${hidden}</form>
    <ul class="list" role="list">
      ${buttons}
    </ul>
  </section>`
}
