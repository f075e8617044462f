import type { AccountPart, AuthContext, RequestInternal, UserMethods } from '../../config/engine-types.ts'
import { browserId } from '../../protocols/webauthn/credential-record.ts'
import { defined } from '../../base/record.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { PagePasskey } from '../../types/page-props.ts'
import { pageTarget } from '../../web/redirect-target.ts'
import { deletePasskey, renamePasskey } from './passkey-changes.ts'
import { passkeyRequestFor } from './passkey-request.ts'

/** What a browser needs to report deleted passkeys to password managers (WebAuthn L3 §5.1.10). */
interface PasskeySignal {
  readonly rpId: string
  /** The user handle, if a row has it. */
  readonly userId?: string
}

const findSignal = async (
  request: RequestInternal,
  context: AuthContext,
  { passkeys }: UserMethods,
): Promise<PasskeySignal | undefined> => {
  const provider = context.config.providers.all.find(({ method }) => method.facts.hasPasskeys)
  if (provider === undefined) return undefined
  const { id: rpId } = await passkeyRequestFor(request, context, provider).party()
  const userId = passkeys.map(({ userHandle }) => userHandle).find((handle) => typeof handle === 'string')
  return { rpId, ...(typeof userId === 'string' ? { userId } : {}) }
}

const time = (instant: Date | null | undefined): number | undefined =>
  instant === null || instant === undefined ? undefined : new Date(instant).getTime()

const toPagePasskey = (row: AdapterAuthenticator, { canRemove }: UserMethods): PagePasskey => ({
  credentialId: browserId(row),
  isBackedUp: row.credentialBackedUp,
  ...(canRemove ? {} : { canDelete: false }),
  ...defined({ name: row.name ?? undefined, createdAt: time(row.createdAt), lastUsedAt: time(row.lastUsedAt) }),
})

/** Passkeys on the account page: a list, with forms to rename and delete, and a link to add one. */
export const passkeyAccountPart: AccountPart = {
  actions: { 'passkey-rename': renamePasskey, 'passkey-delete': deletePasskey },
  section: async (request, context, _userId, userMethods) => {
    const signal = await findSignal(request, context, userMethods)
    if (signal === undefined) return {}
    const { rpId, userId } = signal
    const back = pageTarget(`${request.base}/account`, request.origin, { done: 'passkey-added' })
    const addUrl = pageTarget(`${request.base}/passkey`, request.origin, { callbackUrl: back })
    const list = userMethods.passkeys.map((row) => toPagePasskey(row, userMethods))
    return { passkeys: { list, addUrl, ...(userId === undefined ? {} : { signal: { rpId, userId } }) } }
  },
  data: async (request, context, userMethods) => ({
    passkeys: userMethods.passkeys.map((row) => toPagePasskey(row, userMethods)),
    ...(await findSignal(request, context, userMethods)),
  }),
}
