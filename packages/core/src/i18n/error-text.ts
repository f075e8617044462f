import { describeIn } from './time-spans.ts'
import type { ErrorText, ErrorWithText, Messages } from '../types/messages.ts'

// `Object.hasOwn`, because the type comes from a query and could be `constructor`.
const hasText = (messages: Messages, type: string): type is ErrorWithText => Object.hasOwn(messages.errors, type)

/** The text of an error type. `retryAfter` are the seconds to wait before the next try, if known. */
export const errorText = (messages: Messages, type: string, retryAfter?: number): ErrorText => {
  const text = hasText(messages, type) ? messages.errors[type] : messages.unknownError
  if (type !== 'TooManyRequests' || retryAfter === undefined) return text
  const when = messages.retry(describeIn(messages.lang, retryAfter))
  return { ...text, next: text.next === undefined ? when : `${when} ${text.next}` }
}
