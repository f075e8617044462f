import { defined } from '../../base/json.ts'
import { describeAgo } from '../../i18n/time-spans.ts'
import type { Messages } from '../../types/messages.ts'
import type { AccountLabel, LinkRequestProps } from '../../types/page-props.ts'
import { pageUrl } from '../../web/redirect-target.ts'
import { html, type Markup } from '../markup/html.ts'

/** An e-mail address that breaks before its `@`, and keeps its direction in right-to-left text. */
export const emailAddress = (email: string): Markup => {
  const at = Math.max(0, email.lastIndexOf('@'))
  return html`<bdi>${email.slice(0, at)}<wbr />${email.slice(at)}</bdi>`
}

/** A sentence with texts that users chose. Each keeps its own direction and cannot change that of the sentence. */
export const isolated = (write: (...texts: string[]) => string, ...texts: readonly (string | Markup)[]): Markup => {
  const parts = write(...texts.map((_text, i) => `\0${i}\0`)).split('\0')
  return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<bdi>${texts[Number(part)]}</bdi>`))}`
}

/** The user of an account, with the id that the user cannot choose. */
export const accountLabel = ({ name, account }: AccountLabel): Markup =>
  account === undefined ? html`<bdi>${name}</bdi>` : html`<bdi>${name}</bdi> (<bdi>${account}</bdi>)`

/** A link to the application, labeled with its host. */
export const homeLink = (home: string, messages: Messages): Markup => {
  const host = URL.canParse(home) ? new URL(home).host : ''
  const label = host === '' ? messages.home : messages.homeAt(host)
  return html`<p class="footer-link"><a href="${pageUrl(home)}">${label}</a></p>`
}

/** A browser and its system in the words of a language; `undefined` if neither is known. */
export const describeDevice = (
  { browser, system }: NonNullable<LinkRequestProps['requestedFrom']>,
  { confirmLink }: Messages,
): string | undefined =>
  browser !== undefined && system !== undefined ? confirmLink.browserOn(browser, system) : (browser ?? system)

/** From where and when something was requested, as far as it is known, in the words of a language. */
export const describeRequest = (
  { requestedFrom = {}, requestedAt }: LinkRequestProps,
  messages: Messages,
  now: number,
) => {
  return defined({
    where: describeDevice(requestedFrom, messages),
    when: requestedAt === undefined ? undefined : describeAgo(messages.lang, requestedAt, now),
  })
}
