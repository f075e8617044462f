import type { Messages } from '../../types/messages.ts'
import type { AccountChangeProps } from '../../types/page-props.ts'
import { linkButton } from '../components/button.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'

interface RowContent {
  readonly icon?: Markup | undefined
  /** What the row is about, and facts in small print below it. */
  readonly name: string | Markup
  readonly facts?: string | undefined
  /** The links and forms at the end. */
  readonly end?: Markup | readonly Markup[] | undefined
}

const layOut = ({ icon, end }: RowContent, content: Markup, isShort: boolean): Markup => {
  const start = html`<span class="${isShort ? html`row-name row-short` : html`row-name`}">${content}</span>`
  return html`<li class="row">${icon} ${start} ${end && html`<span class="row-end">${end}</span>`}</li>`
}

/** A row of a section: what it is about at its start, and what the user can do at its end. */
export const row = (content: RowContent): Markup => {
  const { name, facts = '' } = content
  const small = facts === '' ? undefined : html` <small class="muted">${facts}</small>`
  return layOut(content, html`<strong>${name}</strong>${small}`, small === undefined)
}

/** A row with a label above its fact, such as "Name". */
export const factRow = (label: string, value: Markup, end: Markup | undefined): Markup =>
  layOut({ name: label, end }, html`<small class="muted">${label}</small> ${value}`, false)

/** A name with a badge, such as "This device". */
export const withBadge = (name: string, badge: string): Markup => html`${name} <span class="current">${badge}</span>`

/** A section with its rows. `id` is unique on the page. */
export const rowSection = (id: string, title: string, rows: readonly Markup[], more?: Markup): Markup =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <ul class="rows" role="list">
      ${rows}
    </ul>
    ${more}
  </section>`

interface ChangeLink {
  readonly change: AccountChangeProps['change']
  /** What is changed, if the account has several. */
  readonly query?: Readonly<Record<string, string>>
  readonly label: string
  /** The label for screen readers: similar links need different ones. */
  readonly fullLabel: string
  readonly isDanger?: boolean
}

/** A link to the page on which the user makes a change. `account` is the address of the account page. */
export const linkToChange = (
  account: string,
  { change, query = {}, label, fullLabel, isDanger }: ChangeLink,
  context: PageContext,
): Markup => {
  const url = `${account}?${new URLSearchParams({ change, ...query }).toString()}`
  const className = isDanger === true ? 'small danger' : 'small'
  return linkButton(url, { label, style: 'small', className, attributes: html` aria-label="${fullLabel}"` }, context)
}

/** The text in place of the link that would remove the only sign-in method. */
export const onlyMethod = ({ account }: Messages): Markup => html`<span class="muted">${account.onlyMethod}</span>`

const lineIcons = {
  key: html`<path class="line" d="M12 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0m-1.2-2.8L20 3m-4 4 3 3m-6.5-.5 2.5 2.5" />`,
  computer: html`<path class="line" d="M4 5h16v11H4zM8 20h8m-4-4v4" />`,
  phone: html`<path class="line" d="M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1m3 15h2" />`,
  plus: html`<path class="line" d="M12 5v14M5 12h14" />`,
  exit: html`<path class="line" d="M14 4H5v16h9m-4-8h10m-4-4 4 4-4 4" />`,
}

/** A drawing for rows that no brand has. */
export const lineIcon = (name: keyof typeof lineIcons): Markup =>
  html`<span class="icon" aria-hidden="true"><svg viewBox="0 0 24 24">${lineIcons[name]}</svg></span>`
