import type { AccountProps } from '../../types/pages.ts'
import { pageAddress } from '../../web/page-address.ts'
import type { Words } from '../../words/words.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'
import { commonFields, hiddenFields, postForm } from '../parts/form.ts'
import { markOf } from '../parts/mark.ts'
import type { Marked } from '../parts/mark.ts'
import { markName } from '../parts/marks.ts'

type Linked = AccountProps['accounts'][number]

const marks = new WeakMap<Linked, Marked>()

/** What a linked account's mark is made of; kept, as the mark of one object is made once. */
const markedOf = (account: Linked): Marked => {
  const known = marks.get(account)
  if (known !== undefined) return known
  const { provider: id, name, icon, style } = account
  const made = { id, name, ...(icon === undefined ? {} : { icon }), ...(style === undefined ? {} : { style }) }
  marks.set(account, made)
  return made
}

/** Whose marks are on the page, in the order of their classes. */
export const markedOn = ({ accounts, linkable }: AccountProps): readonly Marked[] => [
  ...accounts.map(markedOf),
  ...linkable,
]

const unlinkForm = ({ provider, providerAccountId, name }: Linked, props: AccountProps, words: Words): Markup => {
  const { unlink, unlinkOf } = words.account
  const fields = hiddenFields([
    ['action', 'unlink'],
    ['provider', provider],
    ['providerAccountId', providerAccountId],
  ])
  const token = props.csrfToken === undefined ? {} : { csrfToken: props.csrfToken }
  const button = html`<button type="submit" class="quiet" aria-label="${unlinkOf(name)}">${unlink}</button>`
  return postForm(props.action, html`${commonFields(token)}${fields}${button}`)
}

const linkedRow = (account: Linked, index: number, props: AccountProps, words: Words): Markup => {
  const end = account.canUnlink
    ? unlinkForm(account, props, words)
    : html`<span class="muted">${words.account.lastWay}</span>`
  return html`<li class="row">
    ${markOf(markedOf(account)).show(markName(index))}<span class="what">${account.name}</span>${end}
  </li>`
}

/** The accounts elsewhere that sign this person in. */
export const linkedSection = (props: AccountProps, words: Words): Markup => {
  const rows = props.accounts.map((account, i) => linkedRow(account, i, props, words))
  const list =
    rows.length === 0
      ? html`<p class="muted">${words.account.noAccounts}</p>`
      : html`<ul class="rows" role="list">
          ${rows}
        </ul>`
  return html`<section aria-labelledby="accounts">
    <h2 id="accounts">${words.account.accounts}</h2>
    ${list}
  </section>`
}

const LINK_ID = 'link'

/** The accounts that could be connected in addition, all sent by one form. */
export const linkableSection = (props: AccountProps, words: Words): Markup | undefined => {
  const { linkable, accounts, csrfToken } = props
  if (linkable.length === 0) return undefined
  const buttons = linkable.map((provider, i) => {
    const mark = markOf(provider).show(markName(accounts.length + i))
    const action = pageAddress(provider.action)
    const label = words.account.link(provider.name)
    return html`<li>
      <button type="submit" form="${LINK_ID}" formaction="${action}" class="go">${mark}<span>${label}</span></button>
    </li>`
  })
  const token = csrfToken === undefined ? {} : { csrfToken }
  const hidden = html`${commonFields({ callbackUrl: props.action, ...token })}${hiddenFields([['link', 'true']])}`
  return html`<section aria-labelledby="more-accounts">
    <h2 id="more-accounts">${words.account.linkMore}</h2>
    <form id="${LINK_ID}" method="post">${hidden}</form>
    <ul class="list" role="list">
      ${buttons}
    </ul>
  </section>`
}
