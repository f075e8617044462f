// Reads lifetimes from the source, where a constant is not exported: an export could make a chunk of the package longer.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE } from '../../src/base/time.ts'

const units: Readonly<Record<string, number>> = { MINUTE, HOUR, DAY }

/** The seconds of a constant or a member of a file in `src`, such as `10 * MINUTE`. */
export const readSeconds = (file: string, name: string): number => {
  const source = readFileSync(join(import.meta.dirname, '../../src', file), 'utf8')
  const [found, ...others] = [...source.matchAll(new RegExp(`\\b${name}(?:: number)?(?: =|:) ([\\w* ]+)`, 'g'))]
  const seconds = (found?.[1] ?? '')
    .split('*')
    .map((factor) => units[factor.trim()] ?? Number(factor.trim() || Number.NaN))
    .reduce((product, factor) => product * factor, 1)
  if (Number.isNaN(seconds) || others.length > 0) throw new Error(`${file} has not one ${name} in seconds`)
  return seconds
}

/** Seconds as words: `10 minutes`. */
export const inWords = (seconds: number): string => {
  for (const [unit, length] of Object.entries({ year: 365 * DAY, day: DAY, hour: HOUR, minute: MINUTE })) {
    const count = seconds / length
    if (Number.isInteger(count)) return `${count} ${unit}${count === 1 ? '' : 's'}`
  }
  throw new Error(`${seconds} seconds are not whole minutes`)
}
