/** Text of users and browsers without control characters, which could move the cursor or imitate other output. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}|\p{Cf}/gu, '\ufffd')

/** Lines with aligned columns. */
export const alignColumns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const cells = rows.map((row) => row.map(printable))
  const widths = cells.reduce<readonly number[]>(
    (known, row) => row.map((cell, i) => Math.max(known[i] ?? 0, cell.length)),
    [],
  )
  return cells.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** The width of the labels of `labeled`. */
const LABEL = 15

/** A label, and the lines that belong to it below each other. */
export const labeled = (label: string, lines: readonly string[]): readonly string[] =>
  lines.map((line, i) => `${(i === 0 ? label : '').padEnd(LABEL)}${printable(line)}`.trimEnd())

/** A time for people, in UTC: `2027-01-31 09:05 UTC`. */
export const formatTime = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
