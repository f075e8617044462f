import { describeIn } from './time-spans.ts'
import type { ErrorText, ErrorWithText, Messages } from './messages.ts'

const hasText = (messages: Messages, type: string): type is ErrorWithText => Object.hasOwn(messages.errors, type)

/** Anything that is no own member of the catalogue, `constructor` say, gets the general text. */
const findText = (messages: Messages, type: string): ErrorText =>
  hasText(messages, type) ? messages.errors[type] : messages.anyError

/** The text of an error type, and after how many seconds it is worth trying again where that is known. */
export const errorText = (messages: Messages, type: string, retryAfter?: number): ErrorText => {
  const text = findText(messages, type)
  if (type !== 'TooManyRequests' || retryAfter === undefined) return text
  const when = messages.retry(describeIn(messages.lang, retryAfter))
  return { ...text, next: text.next === undefined ? when : `${when} ${text.next}` }
}
