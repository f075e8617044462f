import type { AuthConfig } from '@authwright/core'
import type { ExitCode, Invocation } from '../command.ts'
import { findUser } from '../application/find-user.ts'
import { describeBrowser, type ShownSession } from '../sessions/session-rows.ts'
import { alignColumns, formatTime, labeled } from '../terminal/table.ts'
import {
  LISTED_BY,
  readDetails,
  shownUser,
  type ShownAccount,
  type ShownPasskey,
  type UserDetails,
} from './user-details.ts'

const timeOf = (iso: string): string => formatTime(new Date(iso))

/** A passkey has an account too, without anything that the passkey does not show. */
const isOfProvider = ({ type }: ShownAccount): boolean => type !== 'webauthn'

const passkeyRow = ({ name, createdAt, lastUsedAt }: ShownPasskey): readonly string[] => [
  name ?? 'without a name',
  ...(createdAt === null ? [] : [`created ${timeOf(createdAt)}`]),
  ...(lastUsedAt === null ? [] : [`last used ${timeOf(lastUsedAt)}`]),
]

const sessionRow = (session: ShownSession): readonly string[] => [
  session.handle,
  describeBrowser(session),
  ...(session.createdAt === null ? [] : [`since ${timeOf(session.createdAt)}`]),
  `until ${timeOf(session.expires)}`,
]

const describeDetails = ({ accounts, passkeys, sessions }: UserDetails): readonly string[] => {
  const lines = {
    accounts:
      accounts &&
      alignColumns(
        accounts.filter(isOfProvider).map(({ provider, providerAccountId }) => [provider, providerAccountId]),
      ),
    passkeys: passkeys && alignColumns(passkeys.map(passkeyRow)),
    sessions: sessions && alignColumns(sessions.map(sessionRow)),
  } as const
  return (['accounts', 'passkeys', 'sessions'] as const).flatMap((name) => {
    const found = lines[name] ?? [`unknown: the adapter has no ${LISTED_BY[name]}`]
    return labeled(name, found.length === 0 ? ['none'] : found)
  })
}

export const show = async (
  { terminal, json }: Invocation,
  config: AuthConfig,
  [name = '']: readonly string[],
): Promise<ExitCode> => {
  const user = await findUser(terminal, config, name)
  const details = await readDetails(terminal, config, user)
  if (json) {
    terminal.print(JSON.stringify({ ok: true, command: 'users', user: shownUser(user), ...details }))
    return 0
  }
  const { id, name: fullName, email, emailVerified, deleteAt } = shownUser(user)
  const lines = [
    ...labeled('id', [id]),
    ...labeled('name', [fullName ?? '']),
    ...labeled('email', [email]),
    ...labeled('verified', [emailVerified === null ? 'no' : timeOf(emailVerified)]),
    ...(deleteAt === undefined ? [] : labeled('deletion', [`scheduled for ${timeOf(deleteAt)}`])),
    ...describeDetails(details),
  ]
  for (const line of lines) terminal.print(line)
  return 0
}
