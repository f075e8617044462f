import { describeDay, describeDaysAgo } from '../../i18n/time-spans.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountProps, PageSession } from '../../types/page-props.ts'
import { button } from '../components/button.ts'
import { describeDevice } from '../components/inline-elements.ts'
import { commonFields, hiddenFields, postForm } from '../components/post-form.ts'
import { html, type Markup } from '../markup/html.ts'
import type { PageContext } from '../page-context.ts'
import { lineIcon, row, rowSection, withBadge } from './row.ts'

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

const sessionRow = (session: PageSession, props: AccountProps, context: PageContext): Markup => {
  const { messages, now } = context
  const { id, system = '', isCurrent } = session
  const { unknown, current, end, endOf } = messages.account.sessions
  const name = describeDevice(session, messages) ?? unknown
  const fields = fieldsFor(props, ['action', 'session-end'], ['session', id])
  const attributes = html` aria-label="${endOf(name)}"`
  return row({
    icon: lineIcon(PHONES.has(system) ? 'phone' : 'computer'),
    name: isCurrent ? withBadge(name, current) : name,
    facts: details(session, messages, now),
    end: isCurrent
      ? undefined
      : postForm(props.action, html`${fields}${button({ label: end, style: 'small', attributes }, context)}`),
  })
}

/** The browsers in which the user is signed in, and the button that signs out of all others. */
export const sessionsSection = (props: AccountProps, context: PageContext): Markup | undefined => {
  const { sessions, action } = props
  if (sessions === undefined) return undefined
  const { list, canEndOthers } = sessions
  const { title, lead, endOthers } = context.messages.account.sessions
  const rows = list?.map((session) => sessionRow(session, props, context)) ?? [html`<li class="row muted">${lead}</li>`]
  const hasOthers = list === undefined || list.some(({ isCurrent }) => !isCurrent)
  const fields = fieldsFor(props, ['action', 'sessions-end'])
  const look = { label: endOthers, icon: lineIcon('exit'), style: 'plain', className: 'row-link' } as const
  const others =
    canEndOthers && hasOthers
      ? [html`<li class="row">${postForm(action, html`${fields}${button(look, context)}`)}</li>`]
      : []
  return rowSection('sessions', title, [...rows, ...others])
}
