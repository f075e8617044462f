import type { AuthConfig } from '@authwright/core'
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '@authwright/core/adapters'
import type { Terminal } from '../command.ts'
import { reach } from '../application/find-user.ts'
import { openSessions, shownSession, type ShownSession } from '../sessions/session-rows.ts'

const isoOf = (time: Date | null | undefined): string | null => (time ? new Date(time).toISOString() : null)

/** The members of the interface. Columns of the application stay in the database. */
export const shownUser = ({ id, name, email, emailVerified, deleteAt }: AdapterUser) => ({
  id,
  name: name ?? null,
  email,
  emailVerified: isoOf(emailVerified),
  ...(deleteAt ? { deleteAt: new Date(deleteAt).toISOString() } : {}),
})

/** An account without its tokens. Other members may contain tokens too: some providers nest them. */
const shownAccount = ({ provider, type, providerAccountId, scope }: AdapterAccount) => ({
  provider,
  type,
  providerAccountId,
  ...(scope === undefined ? {} : { scope }),
})

export type ShownAccount = ReturnType<typeof shownAccount>

/** A passkey without its public key, its counter and its user handle. */
const shownPasskey = (passkey: AdapterAuthenticator) => ({
  id: passkey.credentialID,
  name: passkey.name ?? null,
  createdAt: isoOf(passkey.createdAt),
  lastUsedAt: isoOf(passkey.lastUsedAt),
  isSynchronized: passkey.credentialBackedUp,
})

export type ShownPasskey = ReturnType<typeof shownPasskey>

/** What belongs to a user. `null`: the adapter cannot list it. */
export interface UserDetails {
  readonly accounts: readonly ShownAccount[] | null
  readonly passkeys: readonly ShownPasskey[] | null
  readonly sessions: readonly ShownSession[] | null
}

/** Reads what belongs to a user, without tokens and keys. */
export const readDetails = (terminal: Terminal, { adapter }: AuthConfig, { id }: AdapterUser): Promise<UserDetails> =>
  reach(terminal, async () => {
    const accounts = await adapter?.listAccounts?.(id)
    const passkeys = await adapter?.listAuthenticatorsByUserId?.(id)
    const sessions = await adapter?.listSessions?.(id)
    return {
      accounts: accounts?.map(shownAccount) ?? null,
      passkeys: passkeys?.map(shownPasskey) ?? null,
      sessions: sessions === undefined ? null : openSessions(sessions, terminal.today).map(shownSession),
    }
  })

/** The adapter's method for each detail. */
export const LISTED_BY = {
  accounts: 'listAccounts',
  passkeys: 'listAuthenticatorsByUserId',
  sessions: 'listSessions',
} as const satisfies Readonly<Record<keyof UserDetails, string>>
