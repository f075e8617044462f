import { readFileSync, writeFileSync } from 'node:fs'

const page = new URL('../../../../docs/understand/reliability.md', import.meta.url)

interface Counts {
  readonly flows: number
  readonly calls: number
  readonly kills: number
}

/**
 * Returns the documentation's row for a database, and the lines of docs/understand/reliability.md. With AUTHWRIGHT_WRITE_DOCS=1 it
 * writes the row to the file first.
 */
export const recordKills = (name: string, { flows, calls, kills }: Counts) => {
  const row = `  | ${name} | ${flows} | ${calls} | ${kills} |`
  const lines = readFileSync(page, 'utf8').split('\n')
  if (process.env['AUTHWRIGHT_WRITE_DOCS'] !== '1') return { row, lines }
  const at = lines.findIndex((line) => line.startsWith(`  | ${name} |`))
  const written = lines.with(at, row)
  writeFileSync(page, written.join('\n'))
  return { row, lines: written }
}
