import { type Flow, isSignedIn } from '@authwright/test-kit/fault-matrix'
import { Passkey } from '../../webauthn/authenticator.ts'
import {
  signInWithPasskey,
  signUpWithPasskey,
  needs,
  canSignIn,
  passkeyFlow,
  register,
  findRow,
  send,
} from './steps.ts'

const deleting: Flow = {
  ...passkeyFlow,
  name: 'deleting a passkey',
  needs: [...needs, 'listAuthenticatorsByUserId', 'listAccounts', 'unlinkAccount', 'deleteAuthenticator'],
  prepare: async (setup) => {
    const { user, passkey, browser } = await signUpWithPasskey(setup)
    const lost = new Passkey()
    await send(browser, await register(browser, lost))
    const fields = { action: 'passkey-delete', credentialId: lost.id.toString('base64url') }
    const remove = () => browser.post('/auth/account', fields)
    return {
      browser,
      user,
      act: remove,
      repeat: async (failed) => {
        if (!(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
        if (failed) await remove()
      },
      check: async () => {
        const complaints = (await canSignIn(setup, lost)) ? ['the deleted passkey still signs in'] : []
        return (await canSignIn(setup, passkey)) ? complaints : [...complaints, 'the other passkey does not sign in']
      },
    }
  },
}

const NAME = 'The blue key'

const naming: Flow = {
  ...passkeyFlow,
  name: 'renaming a passkey',
  needs: [...needs, 'listAuthenticatorsByUserId', 'updateAuthenticator'],
  prepare: async (setup) => {
    const { user, passkey, browser } = await signUpWithPasskey(setup)
    const credentialId = passkey.id.toString('base64url')
    const name = () => browser.post('/auth/account', { action: 'passkey-rename', credentialId, name: NAME })
    return {
      browser,
      user,
      act: name,
      repeat: async (failed) => {
        if (!(await isSignedIn(browser))) await signInWithPasskey(browser, passkey)
        if (failed) await name()
      },
      check: async () => {
        const complaints = (await canSignIn(setup, passkey)) ? [] : ['the renamed passkey does not sign in']
        const given = (await findRow(setup, passkey))?.name
        return given === NAME ? complaints : [...complaints, `the passkey is called ${given}`]
      },
    }
  },
}

/** Changes to passkeys on the account page. */
export const passkeyAccountFlows: readonly Flow[] = [deleting, naming]
