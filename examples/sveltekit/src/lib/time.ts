/** Formats a date and time, in the time zone of the machine or in UTC. */
export const dateTime = (milliseconds: number, zone?: 'UTC'): string => {
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
  return format.format(milliseconds) + (zone === undefined ? '' : ' UTC')
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration: "29 days 23 hours 59 minutes 8 seconds". */
export const timeLeft = (milliseconds: number): string => {
  let seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const parts: string[] = []
  for (const [name, length] of UNITS) {
    const count = Math.floor(seconds / length)
    seconds -= count * length
    if (parts.length > 0 || count > 0 || length === 1) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}
