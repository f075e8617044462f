const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

type Unit = 'day' | 'hour' | 'minute' | 'second'

const inUnits = (seconds: number): { readonly count: number; readonly unit: Unit } => {
  const fitting = UNITS.find(([, length]) => seconds >= length)
  if (fitting === undefined) return { count: Math.max(0, Math.round(seconds)), unit: 'second' }
  const [unit, length] = fitting
  return { count: Math.floor(seconds / length), unit }
}

/** A span in whole units, such as "10 minutes" or "1 day"; what is no whole number of days or hours is told in minutes. */
export const describeSpan = (lang: string, seconds: number): string => {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['minute', 60]
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.floor(seconds / length))
}

/** How long ago something was, such as "5 minutes ago". Both times are milliseconds since the epoch. */
export const describeAgo = (lang: string, at: number, now: number): string => {
  const { count, unit } = inUnits((now - at) / 1000)
  return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-count, unit)
}

/** When it is worth coming again, such as "in 12 minutes": rounded up, since too early is of no use. */
export const describeIn = (lang: string, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'always' })
  return minutes <= 90 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
}

/** A day, such as "21 November 2026". A server does not know the person's time zone, so it is the day of UTC. */
export const describeDay = (lang: string, at: number): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(at)

const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
}

/** A moment, such as "21 November 2026 at 14:05 UTC": a mail is read later, so it is said in which time zone. */
export const describeMoment = (lang: string, at: number): string => new Intl.DateTimeFormat(lang, MOMENT).format(at)
