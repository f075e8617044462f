import { buildForm, ClientError, readObject, readString, type HttpClient } from '../http.ts'
import { readOutcome } from '../outcome.ts'
import type { ClientPasskey } from '../types.ts'
import { watchRegistrations } from './ceremony.ts'
import { signalAcceptedCredentials, signalUnknownCredential } from './signal.ts'

/** The JSON response of `GET /account`. */
interface Account {
  readonly passkeys: readonly ClientPasskey[]
  readonly rpId: string | undefined
  readonly userId: string | undefined
}

const readAccount = async (http: HttpClient): Promise<Account> => {
  const body = readObject(await http.send('account', { headers: { accept: 'application/json' } }))
  const passkeys = body?.['passkeys']
  return {
    // The library's own route returns members of this type.
    passkeys: Array.isArray(passkeys) ? (passkeys as readonly ClientPasskey[]) : [],
    rpId: readString(body, 'rpId'),
    userId: readString(body, 'userId'),
  }
}

/**
 * Send the list of passkeys to password managers. They delete what the list lacks, so a list that may be older than a
 * registration is not sent.
 */
const signalAccount = async ({ rpId, userId, passkeys }: Account, isCurrent: () => boolean): Promise<void> => {
  if (rpId === undefined || userId === undefined || !isCurrent()) return
  const credentialIds = passkeys.map(({ credentialId }) => credentialId)
  await signalAcceptedCredentials(rpId, userId, credentialIds)
}

/** List the passkeys of the current user, and signal them to password managers. */
export const listPasskeys = async (http: HttpClient): Promise<readonly ClientPasskey[]> => {
  const isCurrent = watchRegistrations()
  const account = await readAccount(http)
  await signalAccount(account, isCurrent)
  return account.passkeys
}

const changeAccount = async (
  http: HttpClient,
  fields: Readonly<Record<string, string>>,
  done: string,
): Promise<void> => {
  const { target, error, status } = readOutcome(await http.send('account', buildForm(fields)))
  if (target?.searchParams.get('done') !== done) throw new ClientError(error ?? 'UnexpectedResponse', status)
}

export const renamePasskey = (http: HttpClient, credentialId: string, name: string): Promise<void> =>
  changeAccount(http, { action: 'passkey-rename', credentialId, name }, 'passkey-renamed')

/** Delete a passkey on the server, then signal the deletion to password managers. */
export const deletePasskey = async (http: HttpClient, credentialId: string): Promise<void> => {
  const isCurrent = watchRegistrations()
  const { rpId, userId, passkeys } = await readAccount(http)
  await changeAccount(http, { action: 'passkey-delete', credentialId }, 'passkey-deleted')
  if (rpId === undefined) return
  await signalUnknownCredential(rpId, credentialId)
  const remaining = passkeys.filter((passkey) => passkey.credentialId !== credentialId)
  await signalAccount({ rpId, userId, passkeys: remaining }, isCurrent)
}
