import { describeAgo } from '../../i18n/time-spans.ts'
import type { Messages } from '../../i18n/messages.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** Where and when a link was asked for. */
export interface RequestedFromProps {
  readonly requestedFrom?: { readonly browser?: string; readonly system?: string }
  /** Milliseconds since the epoch. */
  readonly requestedAt?: number
}

const askedWhere = ({ requestedFrom }: RequestedFromProps, { confirmLink }: Messages): string | undefined => {
  const { browser, system } = requestedFrom ?? {}
  return browser !== undefined && system !== undefined ? confirmLink.browserOn(browser, system) : (browser ?? system)
}

/** What is known of where and when, in a sentence; nothing where nothing is. */
export const requestedLine = (asked: RequestedFromProps, messages: Messages, now: number): Markup | undefined => {
  const where = askedWhere(asked, messages)
  const when = asked.requestedAt === undefined ? undefined : describeAgo(messages.lang, asked.requestedAt, now)
  if (where === undefined && when === undefined) return undefined
  const facts = { ...(where === undefined ? {} : { where }), ...(when === undefined ? {} : { when }) }
  return html`<p>${messages.confirmLink.asked(facts)}</p>`
}
