import { logLine } from '../log-line.ts'
import type { TableName } from './tables.ts'

const DOCS = 'https://github.com/authwright/authwright/blob/main/docs/reference/warnings.md#members-not-stored'

/** Called with a member that is not stored, because the table has no column for it. Never with its value. */
export type ReportMissing = (table: TableName, name: string) => void

interface Process {
  readonly env?: { readonly NODE_ENV?: string | undefined }
}

/** As core decides it. Read when it is asked for: a development server sets the variable after this module was loaded. */
const isDevelopment = (): boolean => {
  const { process: node } = globalThis as { readonly process?: Process }
  try {
    return node?.env?.NODE_ENV === 'development'
  } catch {
    // Deno throws when it has no permission to read the environment.
    return false
  }
}

/**
 * Warns on a development server, once for each column of the users. The members of an account are those of a provider,
 * and an application rarely needs those without a column.
 */
const warnInDevelopment = (): ReportMissing => {
  const reported = new Set<string>()
  return (table, name) => {
    if (table !== 'users' || reported.has(name) || !isDevelopment()) return
    reported.add(name)
    const what = `The table of users has no column ${name}, so the member is not stored`
    const fix = 'Add the column: the next write uses it, without a restart'
    console.warn(`${logLine('warn', `${what}. ${fix}`, '[members-not-stored]')}\n[docs] ${DOCS}`)
  }
}

/** Reports to the option `debug`, or without it to the console of a development server. */
export const makeReportMissing = (debug: ((message: string) => void) | undefined): ReportMissing =>
  debug === undefined
    ? warnInDevelopment()
    : (table, name) => debug(`${table} has no column ${name}: the member is not stored`)
