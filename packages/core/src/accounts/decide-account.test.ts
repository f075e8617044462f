import { describe, expect, test } from 'vitest'
import { decideAccount } from './decide-account.ts'
import type { AccountDecision, AccountFacts } from './decide-account.ts'
import type { StoredUser } from './identity.ts'

const user = (id: string): StoredUser => ({ id, email: `${id}@example.org`, emailVerified: null })
const ann = user('ann')
const bob = user('bob')

const nobody: AccountFacts = {
  method: 'oauth',
  linkTo: undefined,
  mayLink: false,
  currentUserId: undefined,
  wasUnverified: false,
  accountUser: null,
  emailUser: null,
  emailVerified: undefined,
  allowDangerousEmailAccountLinking: false,
  isRegistration: false,
  isInterrupted: false,
}

type Row = readonly [rule: string, facts: Partial<AccountFacts>, verdict: AccountDecision]

const rows: readonly Row[] = [
  ['somebody new gets a user', {}, { do: 'create' }],
  ['a known account enters', { accountUser: ann }, { do: 'signIn', user: ann }],
  [
    'a known account enters, whoever is signed in',
    { accountUser: ann, currentUserId: 'bob' },
    { do: 'signIn', user: ann },
  ],
  [
    'whoever has just signed in and asked gets the account',
    { linkTo: 'ann', mayLink: true, currentUserId: 'ann' },
    { do: 'link', userId: 'ann', wasUnverified: false },
  ],
  [
    'whoever asks with an address that nobody has proven gets the account as such',
    { linkTo: 'ann', mayLink: true, currentUserId: 'ann', wasUnverified: true },
    { do: 'link', userId: 'ann', wasUnverified: true },
  ],
  [
    'whoever signed in long ago gets no account added',
    { linkTo: 'ann', currentUserId: 'ann' },
    { do: 'refuse', reason: 'sign-in-too-long-ago' },
  ],
  [
    'whoever signed in long ago gets no account added for an equal address either',
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
    'whoever is signed in without having asked gets nothing added',
    { currentUserId: 'ann', emailUser: ann },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'asking again with an account of one’s own changes nothing',
    { linkTo: 'ann', currentUserId: 'ann', accountUser: ann },
    { do: 'keep', user: ann },
  ],
  [
    'an account of somebody else cannot be taken',
    { linkTo: 'ann', currentUserId: 'ann', accountUser: bob },
    { do: 'refuse', reason: 'account-of-another-user' },
  ],
  [
    'a browser that changed hands links nothing',
    { linkTo: 'ann', mayLink: true, currentUserId: 'bob' },
    { do: 'refuse', reason: 'another-user-asked' },
  ],
  [
    'a browser that was signed out meanwhile links nothing',
    { linkTo: 'ann', mayLink: true, currentUserId: undefined },
    { do: 'refuse', reason: 'another-user-asked' },
  ],
  [
    'an equal address is no proof',
    { emailUser: ann, emailVerified: true },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'an interrupted first sign-in goes on with the user that it made',
    { emailUser: ann, isInterrupted: true },
    { do: 'resume', user: ann },
  ],
  [
    'an equal address joins where the owner insists',
    { emailUser: ann, allowDangerousEmailAccountLinking: true },
    { do: 'linkByEmail', user: ann },
  ],
  [
    'an address the provider itself calls unproven never joins',
    { emailUser: ann, allowDangerousEmailAccountLinking: true, emailVerified: false },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  [
    'a passkey that is registered is added to whoever asked while signed in',
    { method: 'webauthn', isRegistration: true, linkTo: 'ann', mayLink: true, currentUserId: 'ann' },
    { do: 'link', userId: 'ann', wasUnverified: false },
  ],
  [
    'a passkey that is known already lets nobody in who registers it again',
    { method: 'webauthn', isRegistration: true, accountUser: ann },
    { do: 'refuse', reason: 'account-of-another-user' },
  ],
  [
    'a passkey that is known already is not registered again by its own user',
    { method: 'webauthn', isRegistration: true, accountUser: ann, linkTo: 'ann', currentUserId: 'ann' },
    { do: 'refuse', reason: 'account-of-another-user' },
  ],
  [
    'a passkey with the address of a user never joins',
    { method: 'webauthn', isRegistration: true, emailUser: ann },
    { do: 'refuse', reason: 'address-of-another-user' },
  ],
  ['a proven mailbox enters as its user', { method: 'email', emailUser: ann }, { do: 'signIn', user: ann }],
  ['a proven mailbox without a user gets one', { method: 'email', currentUserId: 'bob' }, { do: 'create' }],
]

describe('whoever has proven an identity', () => {
  test.each(rows)('%s', (_rule, facts, decision) => {
    expect(decideAccount({ ...nobody, ...facts })).toEqual(decision)
  })
})
