import { errorTable, isPublicType } from '../errors/error-table.ts'
import type { ErrorText, Messages } from '../types/messages.ts'

/** One format per language: making it takes many times as long as using it, and a page may show ten times. */
const oncePerLanguage = <Format>(make: (lang: string) => Format): ((lang: string) => Format) => {
  const formats = new Map<string, Format>()
  return (lang) => {
    const format = formats.get(lang) ?? make(lang)
    formats.set(lang, format)
    return format
  }
}

const relativeFormat = oncePerLanguage((lang) => new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }))
const countdownFormat = oncePerLanguage((lang) => new Intl.RelativeTimeFormat(lang, { numeric: 'always' }))
const dayFormat = oncePerLanguage((lang) => new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }))

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** A duration in whole days or hours, such as "1 day", or else in minutes, such as "90 minutes". */
export const describeSpan = (lang: string, seconds: number): string => {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['minute', 60]
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(seconds / length))
}

/** A time in the past relative to `now`, such as "5 minutes ago". Both times are milliseconds since the epoch. */
export const describeAgo = (lang: string, at: number, now: number): string => {
  const seconds = Math.max(0, (now - at) / 1000)
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? (['second', 1] as const)
  const count = unit === 'second' ? Math.round(seconds) : Math.floor(seconds / length)
  return relativeFormat(lang).format(-count, unit)
}

/** The day of a time in the past relative to `now`, such as "today" or "3 days ago". */
export const describeDaysAgo = (lang: string, at: number, now: number): string => {
  const days = Math.max(0, Math.floor((now - at) / 86_400_000))
  return relativeFormat(lang).format(-days, 'day')
}

/** A time in the future, such as "in 12 minutes". Rounded up, so that the user does not come too early. */
export const describeIn = (lang: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const format = countdownFormat(lang)
  return minutes <= 90 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
}

/** The UTC date, such as "21 November 2026". The server does not know the time zone of the user. */
export const describeDay = (lang: string, at: number): string => dayFormat(lang).format(at)

const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
}

/** The date and time with the time zone, such as "21 November 2026 at 14:05 UTC". E-mails are read later. */
export const describeMoment = (lang: string, at: number): string => new Intl.DateTimeFormat(lang, MOMENT).format(at)

/** The text of an error type. `retryAfter` are the seconds to wait before the next try, if known. */
export const errorText = (messages: Messages, type: string, retryAfter?: number): ErrorText => {
  const text = isPublicType(type) ? messages.errors[type] : messages.unknownError
  if (!isPublicType(type) || errorTable[type].status !== 429 || retryAfter === undefined) return text
  const when = messages.retry(describeIn(messages.lang, retryAfter))
  return { ...text, next: text.next === undefined ? when : `${when} ${text.next}` }
}
