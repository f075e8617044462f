import { oncePer } from '../../base/async.ts'
import type { AccountProps, PageProvider } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { button } from '../components/button.ts'
import { commonFields, hiddenFields } from '../components/post-form.ts'
import { iconClass, iconOf, type IconSource } from '../components/icon.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'
import { linkToChange, onlyMethod, row, rowSection } from './row.ts'

type LinkedAccount = AccountProps['accounts'][number]

/** One object per account, because icons are made once per object. */
const iconSourceOf = oncePer(({ provider: id, name, style }: LinkedAccount): IconSource => ({
  id,
  name,
  ...(style === undefined ? {} : { style }),
}))

/** The icons of the section, in the order of their classes. */
export const accountIcons = ({ accounts, linkable }: AccountProps): readonly IconSource[] => [
  ...accounts.map(iconSourceOf),
  ...linkable,
]

const linkedRow = (account: LinkedAccount, index: number, action: string, context: PageContext): Markup => {
  const { messages } = context
  const { provider, providerAccountId, name, canUnlink } = account
  const { unlink, unlinkOf } = messages.account
  const link = {
    change: 'unlink',
    query: { provider, providerAccountId },
    label: unlink,
    fullLabel: unlinkOf(name),
  } as const
  return row({
    icon: iconOf(iconSourceOf(account), context.findIcon).render(iconClass(index)),
    name,
    end: canUnlink ? linkToChange(action, link, context) : onlyMethod(messages),
  })
}

const LINK_ID = 'link'

/** The row of a provider that the user can link. */
const linkableRow = (provider: PageProvider, index: number, context: PageContext): Markup => {
  const { account } = context.messages
  const { name, action } = provider
  const target = html` form="${LINK_ID}" formaction="${pageUrl(action)}"`
  const attributes = html`${target} aria-label="${account.linkOf(name)}"`
  return row({
    icon: iconOf(provider, context.findIcon).render(iconClass(index)),
    name,
    facts: account.notLinked,
    end: button({ label: account.link, style: 'small', attributes }, context),
  })
}

/** The linked accounts at providers, and the providers that the user can link. Their buttons share one form. */
export const accountsSection = (props: AccountProps, context: PageContext): Markup | undefined => {
  const { accounts, linkable, action, csrfToken } = props
  if (accounts.length + linkable.length === 0) return undefined
  const rows = [
    ...accounts.map((account, i) => linkedRow(account, i, action, context)),
    ...linkable.map((provider, i) => linkableRow(provider, accounts.length + i, context)),
  ]
  const token = csrfToken === undefined ? {} : { csrfToken }
  const hidden = html`${commonFields({ callbackUrl: action, ...token })}${hiddenFields([['link', 'true']])}`
  const form = linkable.length === 0 ? undefined : html`<form id="${LINK_ID}" method="post" hidden>${hidden}</form>`
  return rowSection('accounts', context.messages.account.accounts, rows, form)
}
