import type { AuthConfig } from '@authwright/core'
import type { AdapterAccount, AdapterUser } from '@authwright/core/adapters'
import { CommandError, UsageError, type ExitCode, type Invocation, type Terminal } from '../command.ts'
import { callEvents } from '../application/call-events.ts'
import { describeProviders } from '../application/describe-providers.ts'
import { findUser, reach, requireAdapter } from '../application/find-user.ts'
import { endSessions, IN_COOKIES } from '../sessions/end-sessions.ts'
import { printable } from '../terminal/table.ts'
import { accountUnlinked } from './account-events.ts'

const describe = ({ provider, providerAccountId }: AdapterAccount): string =>
  printable(`${provider} ${providerAccountId}`)

const choose = (
  accounts: readonly AdapterAccount[],
  { name, provider, id }: { readonly name: string; readonly provider: string; readonly id: string | undefined },
): AdapterAccount => {
  const own = accounts.filter((account) => account.provider === provider)
  const [found, second] = own.filter(({ providerAccountId }) => id === undefined || providerAccountId === id)
  if (found === undefined) {
    const others = accounts.map(describe).join(', ')
    throw new CommandError(
      1,
      `${name} has no account ${[provider, id].filter(Boolean).join(' ')}. ${name} has: ${others || 'none'}`,
    )
  }
  if (second !== undefined)
    throw new UsageError(`${name} has several accounts of ${provider}. Name one: ${own.map(describe).join(', ')}`)
  if (found.type === 'webauthn')
    throw new CommandError(1, `${describe(found)} belongs to a passkey, which the user deletes on the account page`)
  return found
}

/** How else the user can sign in, as the account page counts it: providers of the config, passkeys, and by e-mail. */
const countOthers = (
  config: AuthConfig,
  user: AdapterUser,
  others: readonly AdapterAccount[],
  passkeys: number,
): number => {
  const providers = describeProviders(config)
  const has = (type: string): boolean => providers.some((provider) => provider.type === type)
  const usable = others.filter(
    ({ provider, type }) => type !== 'webauthn' && providers.some(({ id }) => id === provider),
  )
  return usable.length + (has('webauthn') ? passkeys : 0) + (has('email') && user.emailVerified ? 1 : 0)
}

/** Ends the sessions of the user: they may be those of an attacker who signed in with the account. */
const endAllOf = async (terminal: Terminal, config: AuthConfig, { id }: AdapterUser): Promise<boolean> => {
  try {
    await endSessions(terminal, config, id)
    terminal.printError(`The sessions in the database have ended. ${IN_COOKIES}`)
    return true
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    terminal.printError(`The sessions of the user were not ended: ${error.message}`)
    return false
  }
}

export const unlink = async (
  invocation: Invocation,
  config: AuthConfig,
  [name = '', provider = '', id]: readonly string[],
): Promise<ExitCode> => {
  const { terminal, json, yes, values } = invocation
  const adapter = requireAdapter(config, 'listAccounts', 'unlinkAccount')
  const user = await findUser(terminal, config, name)
  const [accounts, passkeys] = await reach(terminal, async () => [
    await adapter.listAccounts(user.id),
    (await adapter.listAuthenticatorsByUserId?.(user.id)) ?? [],
  ])
  const account = choose(accounts, { name, provider, id })
  const others = accounts.filter((each) => each !== account)
  if (values['force'] !== true && countOthers(config, user, others, passkeys.length) === 0) {
    const why = `${describe(account)} is the last sign-in method of ${name}`
    throw new CommandError(1, `${why}. Delete the user with users delete, or add --force`)
  }
  if (!yes) {
    if (json || terminal.ask === undefined) throw new UsageError('without a terminal, users unlink needs --yes')
    if (!(await terminal.ask(`Unlink ${describe(account)} from ${user.email}, and end all sessions?`))) return 1
  }
  await reach(terminal, async () => {
    // Recorded in the row as by the account page, or the user without the account would look like an interrupted sign-up.
    if (user.emailVerified) await adapter.updateUser?.({ id: user.id, emailVerified: terminal.today })
    await adapter.unlinkAccount({ provider, providerAccountId: account.providerAccountId })
  })
  const failedEvents = await callEvents(terminal, config, [await accountUnlinked(terminal, config, user, account)])
  terminal.printError(`${describe(account)} is unlinked.`)
  const sessionsEnded = await endAllOf(terminal, config, user)
  const ok = sessionsEnded && failedEvents.length === 0
  const unlinked = { provider, providerAccountId: account.providerAccountId }
  if (json)
    terminal.print(JSON.stringify({ ok, command: 'users', userId: user.id, unlinked, sessionsEnded, failedEvents }))
  return ok ? 0 : 1
}
