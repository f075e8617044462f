import { describe, expect, test } from 'vitest'
import { decideAccount, type AccountDecision, type AccountFacts, type StoredUser } from './decide-account.ts'

const user = (id: string): StoredUser => ({ id, email: `${id}@example.org`, emailVerified: null })
const ann = user('ann')
const bob = user('bob')

const none: AccountFacts = {
  isByEmail: false,
  linkTo: undefined,
  mayLink: false,
  currentUserId: undefined,
  wasUnverified: false,
  accountUser: null,
  emailUser: null,
  emailVerified: undefined,
  allowDangerousEmailAccountLinking: false,
  isRegistration: false,
  mayTakeAddress: false,
  isInterrupted: false,
}

type Row = readonly [rule: string, facts: Partial<AccountFacts>, decision: AccountDecision]

const rows: readonly Row[] = [
  ['an unknown account creates a user', {}, { do: 'create' }],
  ['an existing account signs in its user', { accountUser: ann }, { do: 'signIn', user: ann }],
  [
    'an existing account signs in its user, even if another user is signed in',
    { accountUser: ann, currentUserId: 'bob' },
    { do: 'signIn', user: ann },
  ],
  [
    'a user who authenticated recently and requested the link gets the account',
    { linkTo: 'ann', mayLink: true, currentUserId: 'ann' },
    { do: 'link', userId: 'ann', wasUnverified: false },
  ],
  [
    'a link requested by a user with an unverified address is marked as such',
    { linkTo: 'ann', mayLink: true, currentUserId: 'ann', wasUnverified: true },
    { do: 'link', userId: 'ann', wasUnverified: true },
  ],
  [
    'a user who authenticated long ago gets no account added',
    { linkTo: 'ann', currentUserId: 'ann' },
    { do: 'refuse', reason: 'sign-in-too-long-ago' },
  ],
  [
    'a user who authenticated long ago gets no account added for an equal address either',
    {
      linkTo: 'ann',
      currentUserId: 'ann',
      emailUser: ann,
      emailVerified: true,
      allowDangerousEmailAccountLinking: true,
    },
    { do: 'refuse', reason: 'sign-in-too-long-ago' },
  ],
  [
    'a signed-in user who did not request a link gets nothing added',
    { currentUserId: 'ann', emailUser: ann },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'a verified address is taken from a user who never verified it, where no mails are sent',
    { emailUser: ann, emailVerified: true, mayTakeAddress: true },
    { do: 'create', takeAddressOf: ann },
  ],
  [
    'an address that may not be verified is taken from no user',
    { emailUser: ann, mayTakeAddress: true },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'a verified address is not taken from the user who is signed in',
    { emailUser: ann, emailVerified: true, mayTakeAddress: true, currentUserId: 'ann' },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'a verified address is not taken where linking by address is allowed',
    { emailUser: ann, emailVerified: true, mayTakeAddress: true, allowDangerousEmailAccountLinking: true },
    { do: 'linkByEmail', user: ann },
  ],
  [
    'linking an account of the same user again changes nothing',
    { linkTo: 'ann', currentUserId: 'ann', accountUser: ann },
    { do: 'keep', user: ann },
  ],
  [
    'an account of another user cannot be linked',
    { linkTo: 'ann', currentUserId: 'ann', accountUser: bob },
    { do: 'refuse', reason: 'account-of-another-user' },
  ],
  [
    'a browser where another user signed in meanwhile links nothing',
    { linkTo: 'ann', mayLink: true, currentUserId: 'bob' },
    { do: 'refuse', reason: 'requested-by-another-user' },
  ],
  [
    'a browser that was signed out meanwhile links nothing',
    { linkTo: 'ann', mayLink: true, currentUserId: undefined },
    { do: 'refuse', reason: 'requested-by-another-user' },
  ],
  [
    'an equal address is not enough to link',
    { emailUser: ann, emailVerified: true },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'an interrupted sign-up is resumed with the user that it created',
    { emailUser: ann, isInterrupted: true },
    { do: 'resume', user: ann },
  ],
  [
    'an equal address is linked where the option allows it',
    { emailUser: ann, allowDangerousEmailAccountLinking: true },
    { do: 'linkByEmail', user: ann },
  ],
  [
    'an address that the provider calls unverified is never linked',
    { emailUser: ann, allowDangerousEmailAccountLinking: true, emailVerified: false },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'a registered passkey is added to the signed-in user who requested it',
    { isRegistration: true, linkTo: 'ann', mayLink: true, currentUserId: 'ann' },
    { do: 'link', userId: 'ann', wasUnverified: false },
  ],
  [
    'registering an existing passkey again signs in no user',
    { isRegistration: true, accountUser: ann },
    { do: 'refuse', reason: 'account-of-another-user' },
  ],
  [
    'a user cannot register their own passkey twice',
    { isRegistration: true, accountUser: ann, linkTo: 'ann', currentUserId: 'ann' },
    { do: 'refuse', reason: 'account-of-another-user' },
  ],
  [
    'a passkey is never linked by an equal address',
    { isRegistration: true, emailUser: ann },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  ['a verified address signs in its user', { isByEmail: true, emailUser: ann }, { do: 'signIn', user: ann }],
  ['a verified address without a user creates one', { isByEmail: true, currentUserId: 'bob' }, { do: 'create' }],
]

describe('the account decision', () => {
  test.each(rows)('%s', (_rule, facts, decision) => {
    expect(decideAccount({ ...none, ...facts })).toEqual(decision)
  })
})
