import type { Connection } from '../connection.ts'
import { ClientError } from '../error.ts'
import { readOutcome } from '../outcome.ts'
import type { ClientPasskey } from '../types.ts'
import { buildForm, expectObject, readMember } from '../wire.ts'
import { watchMaking } from './making.ts'
import { signalAll, signalGone } from './signal.ts'

/** What `GET /account` says to a script. */
interface Account {
  readonly passkeys: readonly ClientPasskey[]
  readonly rpId: string | undefined
  readonly userId: string | undefined
}

const readAccount = async (connection: Connection): Promise<Account> => {
  const body = expectObject(await connection.ask('account', { headers: { accept: 'application/json' } }))
  const passkeys = body?.['passkeys']
  return {
    // The library's own route: the members are as its type says.
    passkeys: Array.isArray(passkeys) ? (passkeys as readonly ClientPasskey[]) : [],
    rpId: readMember(body, 'rpId'),
    userId: readMember(body, 'userId'),
  }
}

/** What a list does not name is taken off the device, so one that may lack a new passkey is told to nobody. */
const tell = ({ rpId, userId, passkeys }: Account, isWhole: () => boolean): Promise<void> =>
  rpId === undefined || userId === undefined || !isWhole()
    ? Promise.resolve()
    : signalAll(
        rpId,
        userId,
        passkeys.map(({ credentialId }) => credentialId),
      )

/** One's own passkeys; password managers are told which ones there are. */
export const list = async (connection: Connection): Promise<readonly ClientPasskey[]> => {
  const isWhole = watchMaking()
  const account = await readAccount(connection)
  await tell(account, isWhole)
  return account.passkeys
}

const change = async (
  connection: Connection,
  fields: Readonly<Record<string, string>>,
  done: string,
): Promise<void> => {
  const { target, error, status } = readOutcome(await connection.ask('account', buildForm(fields)))
  if (target?.searchParams.get('done') !== done) throw new ClientError(error ?? 'UnexpectedAnswer', status)
}

export const rename = (connection: Connection, credentialId: string, name: string): Promise<void> =>
  change(connection, { action: 'passkey-rename', credentialId, name }, 'passkey-renamed')

/** Delete a passkey on the server, and tell password managers that it is gone. */
export const remove = async (connection: Connection, credentialId: string): Promise<void> => {
  const isWhole = watchMaking()
  const { rpId, userId, passkeys } = await readAccount(connection)
  await change(connection, { action: 'passkey-delete', credentialId }, 'passkey-deleted')
  if (rpId === undefined) return
  await signalGone(rpId, credentialId)
  const left = passkeys.filter((passkey) => passkey.credentialId !== credentialId)
  await tell({ rpId, userId, passkeys: left }, isWhole)
}
