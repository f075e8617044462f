import type { AuthConfig } from '@authwright/core'
import { UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { withConfig } from '../application/load-config.ts'
import { deleteUser } from './delete.ts'
import { exportUser } from './export.ts'
import { show } from './show.ts'
import { unlink } from './unlink.ts'

/** What the command does with a user. */
interface Task {
  readonly run: (invocation: Invocation, config: AuthConfig, names: readonly string[]) => Promise<ExitCode>
  /** How many names it takes: the user first. */
  readonly names: readonly [min: number, max: number]
}

const tasks: ReadonlyMap<string, Task> = new Map<string, Task>([
  ['show', { run: show, names: [1, 1] }],
  ['export', { run: exportUser, names: [1, 1] }],
  ['unlink', { run: unlink, names: [2, 3] }],
  ['delete', { run: deleteUser, names: [1, 1] }],
])

const run = (invocation: Invocation): Promise<ExitCode> => {
  const [name = '', ...names] = invocation.positionals
  const task = tasks.get(name)
  if (task === undefined) {
    const all = [...tasks.keys()]
    const hint = didYouMean(name, all)
    throw new UsageError(`users needs one of ${all.join(', ')}, and the id or the e-mail address of a user.${hint}`)
  }
  const [min, max] = task.names
  if (names.length < min || names.length > max)
    throw new UsageError(
      name === 'unlink'
        ? 'users unlink needs a user, a provider, and perhaps the id of an account'
        : `users ${name} needs the id or the e-mail address of one user`,
    )
  if (invocation.values['force'] === true && name !== 'unlink') throw new UsageError('--force is for users unlink')
  return withConfig(invocation, ({ config }) => task.run(invocation, config, names))
}

export const command: Command = {
  usage: '<show|export|unlink|delete> <user> [provider [account]] [options]',
  description: `show    prints a user with accounts, passkeys and open sessions.
export  prints what the adapter has about a user as JSON, for a request of the user for this data.
unlink  removes the account of a provider from a user, and ends all sessions of the user. Refuses to remove
        the last sign-in method. Calls the event unlinkAccount.
delete  deletes a user with accounts, passkeys and sessions. Calls the events unlinkAccount,
        deleteAuthenticator and deleteUser.

Uses the adapter of the configuration. Prints no token and no secret, and sends no e-mail.`,
  arguments: {
    '<user>': 'the id of a user, or the e-mail address',
    '[provider]': 'for unlink: the id of the provider, such as github',
    '[account]': 'for unlink: the id of the account, if the user has several of the provider',
  },
  options: {
    force: { type: 'boolean', help: 'for unlink: remove also the last sign-in method' },
  },
  run,
}
