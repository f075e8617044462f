import type { Page } from '@authwright/testing'
import { type Flow, isSignedIn } from '@authwright/test-kit/fault-matrix'
import { signInWithPasskey, signUpWithPasskey, type PasskeyUser, needs, passkeyFlow } from './steps.ts'

/** A request for the options of a ceremony. */
interface OptionsRequest {
  readonly name: string
  readonly isSignedIn: boolean
  readonly query: (member: PasskeyUser) => Record<string, string>
}

const containsPasskey = (page: Page, { passkey }: PasskeyUser): boolean =>
  page.body.includes(passkey.id.toString('base64url'))

const optionsFlow = ({ name, isSignedIn: staysSignedIn, query }: OptionsRequest): Flow => ({
  ...passkeyFlow,
  name,
  respondsWith: 'json',
  needs: [...needs, 'listAuthenticatorsByUserId'],
  prepare: async (setup) => {
    const member = await signUpWithPasskey(setup)
    const { user, passkey } = member
    const browser = staysSignedIn ? member.browser : setup.open()
    const request = () => browser.get(`/auth/webauthn-options/passkey?${new URLSearchParams(query(member))}`)
    let response: Page | undefined
    let last: Page | undefined
    return {
      browser,
      user,
      act: async () => (response = await request()),
      repeat: async () => {
        if (staysSignedIn && !(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
        last = await request()
        if (!(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
      },
      check: async (fault) => {
        const complaints =
          last !== undefined && containsPasskey(last, member) ? [] : ['the passkey is missing at the end']
        // With an incomplete list an authenticator would store a second passkey for the same account.
        const isWrong = response?.status === 200 && !containsPasskey(response, member) && fault !== 'finds nothing'
        return isWrong ? [...complaints, 'a failure returned a list without the passkey'] : complaints
      },
    }
  },
})

/** Requests for the options of a ceremony. */
export const passkeyOptionsFlows: readonly Flow[] = [
  optionsFlow({
    name: 'requesting options for another passkey',
    isSignedIn: true,
    query: () => ({ action: 'register' }),
  }),
  optionsFlow({
    name: 'requesting the passkeys of an address',
    isSignedIn: false,
    query: ({ user }) => ({ action: 'authenticate', email: user.email }),
  }),
]
