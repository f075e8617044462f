import { isObject } from '../base/json.ts'
import type { Messages, MessageOverride } from './messages.ts'

/** Languages that are written from right to left, for those whose owner says nothing of it. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/i

const isSentence = (value: unknown): boolean => typeof value === 'string' || typeof value === 'function'

/** `written` over `base`, member by member. What is of another kind than the sentence it would replace is left out. */
const over = (base: unknown, written: unknown): unknown => {
  if (isSentence(base)) return typeof written === typeof base ? written : base
  if (!isObject(base) || !isObject(written)) return base
  return Object.fromEntries(Object.entries(base).map(([name, member]) => [name, over(member, written[name])]))
}

const stringsOf = (written: unknown): Readonly<Record<string, string>> =>
  isObject(written)
    ? Object.fromEntries(
        Object.entries(written).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** Texts of errors have members that may be missing in one language and be there in another. */
const withErrors = (merged: Messages, written: MessageOverride): Messages => {
  const errors = Object.entries(merged.errors).map(([type, text]) => {
    const own: unknown = Object.entries(written.errors ?? {}).find(([name]) => name === type)?.[1]
    return [type, { ...text, ...stringsOf(own) }]
  })
  return { ...merged, errors: Object.fromEntries(errors) }
}

/** The owner's sentences of a language over those of another. */
export const mergeMessages = (tag: string, base: Messages, written: MessageOverride): Messages => {
  const dir = written.dir ?? (RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr')
  const merged = over(base, written) as Messages
  return { ...withErrors(merged, written), lang: tag, dir }
}
