import { describeIn } from './spans.ts'
import type { ErrorText, ErrorWithText, Words } from './words.ts'

const hasText = (words: Words, type: string): type is ErrorWithText => Object.hasOwn(words.errors, type)

/** Anything that is no own member of the catalogue, `constructor` say, gets the general text. */
const findText = (words: Words, type: string): ErrorText => (hasText(words, type) ? words.errors[type] : words.anyError)

/** The text of an error type, and after how many seconds it is worth trying again where that is known. */
export const errorText = (words: Words, type: string, retryAfter?: number): ErrorText => {
  const text = findText(words, type)
  if (type !== 'TooManyRequests' || retryAfter === undefined) return text
  const when = words.retry(describeIn(words.lang, retryAfter))
  return { ...text, next: text.next === undefined ? when : `${when} ${text.next}` }
}
