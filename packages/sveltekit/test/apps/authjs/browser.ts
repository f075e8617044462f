// What applications write for @auth/sveltekit in the browser.
import { signIn, signOut } from '@authwright/sveltekit/client'
import type {
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '@authwright/sveltekit/client'
import type { SignIn, SignOut } from '@authwright/sveltekit/components'
import { signIn as signInWithPasskey } from '@authwright/sveltekit/webauthn'
import type { ComponentProps } from 'svelte'

const parameters: SignInAuthorizationParams = { prompt: 'login' }
const options: SignInOptions = { redirectTo: '/next' }
const leaving: SignOutParams = { redirectTo: '/bye' }

export const startSignIn = (): Promise<void> => signIn('github', options, parameters)
export const startSignOut = (): Promise<void> => signOut(leaving)

export const checkPassword = async (password: string): Promise<string | null> => {
  const result: SignInResponse = await signIn('credentials', { redirect: false, email: 'ada@example.org', password })
  return result.ok ? result.url : `${result.error} ${result.code} ${result.status}`
}

export const leave = async (): Promise<string> => {
  const result: SignOutResponse = await signOut({ redirect: false })
  return result.url
}

export const addPasskey = (): Promise<void> => signInWithPasskey('webauthn', { action: 'register' })
export const usePasskey = (): Promise<SignInResponse> => signInWithPasskey('webauthn', { redirect: false })

export const signInProps: ComponentProps<SignIn> = {
  provider: 'github',
  signInPage: 'login',
  className: 'button',
  options: { redirectTo: '/next', redirect: true, tenant: 'a' },
  authorizationParams: parameters,
  redirectTo: '/next',
  'data-testid': 'sign-in',
  disabled: true,
}
export const signOutProps: ComponentProps<SignOut> = {
  signOutPage: 'logout',
  options: { redirectTo: '/bye' },
  redirectTo: '/bye',
  title: 'Leave',
}
