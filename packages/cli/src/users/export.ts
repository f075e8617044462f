import type { AuthConfig } from '@authwright/core'
import type { AdapterUser } from '@authwright/core/adapters'
import type { ExitCode, Invocation } from '../command.ts'
import { findUser } from '../application/find-user.ts'
import { LISTED_BY, readDetails } from './user-details.ts'

/** The names of columns that may have a secret of the user, such as `passwordHash`. */
const SECRET = /password|passphrase|passwd|secret|token|hash|salt|otp|recovery|(?:api|private)_?key/i

/** The members of a user that are exported: also the application's own columns. */
const split = (user: AdapterUser) => {
  const [kept, omitted]: [[string, unknown][], string[]] = [[], []]
  for (const [name, value] of Object.entries(user)) {
    if (SECRET.test(name)) omitted.push(name)
    else kept.push([name, value])
  }
  return { user: Object.fromEntries(kept), omitted }
}

/** What JSON has no form for: a large number of a database, and bytes. */
const replace = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

export const exportUser = async (
  { terminal, json }: Invocation,
  config: AuthConfig,
  [name = '']: readonly string[],
): Promise<ExitCode> => {
  const found = await findUser(terminal, config, name)
  const details = await readDetails(terminal, config, found)
  const { user, omitted } = split(found)
  const exported = { user, ...details }
  terminal.print(
    json
      ? JSON.stringify({ ok: true, command: 'users', ...exported, omitted }, replace)
      : JSON.stringify(exported, replace, 2),
  )
  for (const detail of ['accounts', 'passkeys', 'sessions'] as const)
    if (details[detail] === null) terminal.printError(`The adapter has no ${LISTED_BY[detail]}: ${detail} are unknown.`)
  if (omitted.length > 0) terminal.printError(`Left out, because they may be secrets: ${omitted.join(', ')}.`)
  terminal.printError('Add what the other tables of your application have about the user.')
  return 0
}
