import { defined } from '../base/record.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'
import type { PagePasskey } from '../types/page-props.ts'
import { browserId } from '../protocols/webauthn/credential-record.ts'
import type { UserMethods } from './user-methods.ts'

const time = (instant: Date | null | undefined): number | undefined =>
  instant === null || instant === undefined ? undefined : new Date(instant).getTime()

/** A passkey as its owner sees it. */
export const toPagePasskey = (row: AdapterAuthenticator, { canRemove }: UserMethods): PagePasskey => ({
  credentialId: browserId(row),
  isBackedUp: row.credentialBackedUp,
  ...(canRemove ? {} : { canDelete: false }),
  ...defined({ name: row.name ?? undefined, createdAt: time(row.createdAt), lastUsedAt: time(row.lastUsedAt) }),
})
