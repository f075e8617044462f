import type { Page } from '@authwright/testing'
import { type Flow, isSignedIn } from '@authwright/test-kit/fault-matrix'
import { enter, makeMember, type Member, needs, passkeyFlow } from './steps.ts'

/** Whose passkeys a browser is told of. */
interface Asking {
  readonly name: string
  readonly isSignedIn: boolean
  readonly query: (member: Member) => Record<string, string>
}

const names = (page: Page, { passkey }: Member): boolean => page.body.includes(passkey.id.toString('base64url'))

const asking = ({ name, isSignedIn: stays, query }: Asking): Flow => ({
  ...passkeyFlow,
  name,
  respondsWith: 'json',
  needs: [...needs, 'listAuthenticatorsByUserId'],
  prepare: async (setup) => {
    const member = await makeMember(setup)
    const { user, passkey } = member
    const browser = stays ? member.browser : setup.open()
    const ask = () => browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query(member))}`)
    let response: Page | undefined
    let last: Page | undefined
    return {
      browser,
      user,
      act: async () => (response = await ask()),
      repeat: async () => {
        if (stays && !(await isSignedIn(browser))) await enter(browser, passkey)
        last = await ask()
        if (!(await isSignedIn(browser))) await enter(browser, passkey)
      },
      check: async (fault) => {
        const complaints = last !== undefined && names(last, member) ? [] : ['the passkey is missing at the end']
        // A list that is cut short without a word makes an authenticator keep a second passkey for the same account.
        const isWrong = response?.status === 200 && !names(response, member) && fault !== 'finds nothing'
        return isWrong ? [...complaints, 'a failure returned a list without the passkey'] : complaints
      },
    }
  },
})

/** What a browser asks for before a ceremony. */
export const passkeyOptionsFlows: readonly Flow[] = [
  asking({
    name: 'requesting options for another passkey',
    isSignedIn: true,
    query: () => ({ action: 'register' }),
  }),
  asking({
    name: 'requesting the passkeys of an address',
    isSignedIn: false,
    query: ({ user }) => ({ action: 'authenticate', email: user.email }),
  }),
]
