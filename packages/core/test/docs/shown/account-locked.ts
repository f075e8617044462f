import { CredentialsSignin } from '@authwright/core/errors'

export class AccountLocked extends CredentialsSignin {
  override code = 'locked'
}
