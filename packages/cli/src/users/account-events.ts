import type { AuthConfig } from '@authwright/core'
import type { AdapterAccount, AdapterUser } from '@authwright/core/adapters'
import { openProviderTokens } from '@authwright/core/provider-tokens'
import type { EventCall } from '../application/call-events.ts'
import type { Terminal } from '../command.ts'

const TOKENS: ReadonlySet<string> = new Set(['access_token', 'refresh_token', 'id_token'])

/** The event of an account that was unlinked. It has the provider tokens, so that the application can revoke them. */
export const accountUnlinked = async (
  terminal: Terminal,
  { account: options }: AuthConfig,
  user: AdapterUser,
  { userId: _id, ...account }: AdapterAccount,
): Promise<EventCall> => {
  try {
    return ['unlinkAccount', { user, account: await openProviderTokens(account, options?.tokens) }]
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    terminal.printError(`The event unlinkAccount gets no tokens of ${account.provider}: ${why}`)
    const entries = Object.entries(account).filter(([name]) => !TOKENS.has(name))
    return ['unlinkAccount', { user, account: Object.fromEntries(entries) as typeof account }]
  }
}
