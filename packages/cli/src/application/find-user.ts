import type { Adapter, AdapterUser } from '@authwright/core/adapters'
import type { AuthConfig } from '@authwright/core'
import { CommandError, UsageError, type Terminal } from '../command.ts'
import { maskedMessage } from '../doctor/mask-secrets.ts'
import { whileWaiting } from '../terminal/progress.ts'

/** The adapter of the config, with the methods that a command calls. */
export const requireAdapter = <Name extends keyof Adapter>(
  { adapter }: AuthConfig,
  ...names: readonly Name[]
): Adapter & Required<Pick<Adapter, Name>> => {
  if (adapter === undefined) throw new UsageError('the configuration has no adapter, so there are no users to list')
  const missing = names.filter((name) => typeof adapter[name] !== 'function')
  if (missing.length > 0) throw new CommandError(1, `the adapter has no ${missing.join(' and no ')}`)
  return adapter as Adapter & Required<Pick<Adapter, Name>>
}

/** Calls the database. Its failure is an exit code, and the user is told if it takes longer than a second. */
export const reach = async <Result>(terminal: Terminal, work: () => Result | PromiseLike<Result>): Promise<Result> => {
  try {
    return await whileWaiting(terminal, 'Waiting for the database', work)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(4, `the database: ${maskedMessage(error)}`, {
      cause: error,
    })
  }
}

/** The user with an id or an e-mail address. */
export const findUser = (terminal: Terminal, config: AuthConfig, name: string): Promise<AdapterUser> =>
  reach(terminal, async () => {
    const adapter = requireAdapter(config, 'getUser', 'getUserByEmail')
    const user = name.includes('@') ? await adapter.getUserByEmail(name.toLowerCase()) : await adapter.getUser(name)
    if (user === null) throw new CommandError(1, `there is no user ${name}`)
    return user
  })
