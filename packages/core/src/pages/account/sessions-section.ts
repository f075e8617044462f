import { describeDay, describeDaysAgo } from '../../i18n/time-spans.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountProps, PageSession } from '../../types/page-props.ts'
import { describeDevice } from '../components/inline-elements.ts'
import { commonFields, hiddenFields, postForm } from '../components/post-form.ts'
import { html, type Markup } from '../markup/html.ts'
import { lineIcon, row, rowSection } from './row.ts'

const fieldsFor = ({ csrfToken }: AccountProps, ...fields: readonly (readonly [string, string])[]): Markup =>
  html`${commonFields(csrfToken === undefined ? {} : { csrfToken })}${hiddenFields(fields)}`

/** When the user signed in there, and when the browser was last used, as far as it is known. */
const details = ({ signedInAt, lastActiveAt }: PageSession, { lang, account }: Messages, now: number): string => {
  const { signedIn, lastActive } = account.sessions
  const phrases = [
    signedInAt === undefined ? undefined : signedIn(describeDay(lang, signedInAt)),
    lastActiveAt === undefined ? undefined : lastActive(describeDaysAgo(lang, lastActiveAt, now)),
  ]
  const text = phrases.filter((phrase) => phrase !== undefined).join('\u00a0· ')
  return text.slice(0, 1).toLocaleUpperCase(lang) + text.slice(1)
}

const PHONES = new Set(['Android', 'iPhone', 'iPad'])

const sessionRow = (session: PageSession, props: AccountProps, messages: Messages, now: number): Markup => {
  const { id, system = '', isCurrent } = session
  const { unknown, current, end, endOf } = messages.account.sessions
  const name = describeDevice(session, messages) ?? unknown
  const fields = fieldsFor(props, ['action', 'session-end'], ['session', id])
  const button = html`<button type="submit" class="small" aria-label="${endOf(name)}">${end}</button>`
  return row({
    icon: lineIcon(PHONES.has(system) ? 'phone' : 'computer'),
    name: isCurrent ? html`${name} <span class="current">${current}</span>` : name,
    facts: details(session, messages, now),
    end: isCurrent ? undefined : postForm(props.action, html`${fields}${button}`),
  })
}

/** The browsers in which the user is signed in, and the button that signs out of all others. */
export const sessionsSection = (props: AccountProps, messages: Messages, now: number): Markup | undefined => {
  const { sessions, action } = props
  if (sessions === undefined) return undefined
  const { list, canEndOthers } = sessions
  const { title, lead, endOthers } = messages.account.sessions
  const rows = list?.map((session) => sessionRow(session, props, messages, now)) ?? [
    html`<li class="row muted">${lead}</li>`,
  ]
  const hasOthers = list === undefined || list.some(({ isCurrent }) => !isCurrent)
  const fields = fieldsFor(props, ['action', 'sessions-end'])
  const button = html`<button type="submit" class="row-link">${lineIcon('exit')}${endOthers}</button>`
  const others =
    canEndOthers && hasOthers ? [html`<li class="row">${postForm(action, html`${fields}${button}`)}</li>`] : []
  return rowSection('sessions', title, [...rows, ...others])
}
