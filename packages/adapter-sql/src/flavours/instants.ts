/** What stands for an instant, as one, or `null` when it stands for none. */
export const toInstant = (value: unknown): Date | null => {
  if (value === null || value === undefined || value === '') return null
  const instant = value instanceof Date ? value : new Date(typeof value === 'string' ? parse(value) : Number(value))
  if (Number.isNaN(instant.getTime())) throw new TypeError('a value does not stand for an instant')
  return instant
}

// Databases write UTC and do not say so; text of digits alone is milliseconds.
const parse = (text: string): number => {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  const bare = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)$/.exec(text)
  return Date.parse(bare === null ? text : `${bare[1]}T${bare[2]}Z`)
}

/**
 * An instant that a client read from a column without a time zone, where UTC is kept: clients take such columns for local time.
 * In the hour that a change to summer time leaves out, local time cannot tell instants apart.
 */
export const fromLocal = (read: Date): Date =>
  new Date(
    Date.UTC(
      read.getFullYear(),
      read.getMonth(),
      read.getDate(),
      read.getHours(),
      read.getMinutes(),
      read.getSeconds(),
      read.getMilliseconds(),
    ),
  )
