import { describeAgo } from '../../words/spans.ts'
import type { Words } from '../../words/words.ts'
import { html } from '../markup/html.ts'
import type { Markup } from '../markup/html.ts'

/** Where and when a link was asked for. */
export interface Asked {
  readonly askedFrom?: { readonly browser?: string; readonly system?: string }
  /** Milliseconds since the epoch. */
  readonly askedAt?: number
}

const askedWhere = ({ askedFrom }: Asked, { confirmLink }: Words): string | undefined => {
  const { browser, system } = askedFrom ?? {}
  return browser !== undefined && system !== undefined ? confirmLink.browserOn(browser, system) : (browser ?? system)
}

/** What is known of where and when, in a sentence; nothing where nothing is. */
export const askedLine = (asked: Asked, words: Words, now: number): Markup | undefined => {
  const where = askedWhere(asked, words)
  const when = asked.askedAt === undefined ? undefined : describeAgo(words.lang, asked.askedAt, now)
  if (where === undefined && when === undefined) return undefined
  const facts = { ...(where === undefined ? {} : { where }), ...(when === undefined ? {} : { when }) }
  return html`<p>${words.confirmLink.asked(facts)}</p>`
}
