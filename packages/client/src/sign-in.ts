import { announce } from './channel.ts'
import { withQuery } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Directory } from './directory.ts'
import { leave } from './leave.ts'
import { readOutcome } from './outcome.ts'
import { currentPage, navigate } from './place.ts'
import type {
  Client,
  PasskeyOptions,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
} from './types.ts'
import { buildForm } from './wire.ts'

const NO_PROVIDER: SignInResponse = { error: 'InvalidProvider', code: undefined, status: 404, ok: false, url: null }

interface Way {
  readonly connection: Connection
  readonly directory: Directory
  readonly passkeys: Pick<Client, 'signInWithPasskey'>
}

const start = async (
  { connection, directory }: Way,
  provider: string | undefined,
  { redirect: _redirect, redirectTo, callbackUrl, ...fields }: SignInOptions,
  parameters: SignInAuthorizationParams,
) => {
  const target = redirectTo ?? callbackUrl ?? currentPage()
  const route = provider === undefined ? undefined : await directory.findRoute(provider)
  if (route === undefined) return { page: connection.page('signin', { callbackUrl: target }) }
  const path = withQuery(route, new URLSearchParams(parameters))
  const outcome = readOutcome(await connection.ask(path, buildForm({ ...fields, callbackUrl: target })))
  // Other methods go on elsewhere: at the provider, or in the mailbox.
  if (outcome.ok && route.startsWith('callback/')) announce({ trigger: 'signin' })
  return { outcome }
}

const passkeyOptions = (
  provider: string,
  { redirect, redirectTo, callbackUrl, email }: SignInOptions,
): PasskeyOptions => {
  const target = redirectTo ?? callbackUrl
  return {
    provider,
    ...(redirect === undefined ? {} : { redirect }),
    ...(target === undefined ? {} : { redirectTo: target }),
    ...(typeof email === 'string' ? { email } : {}),
  }
}

export const makeSignIn = (way: Way): SignIn => {
  async function signIn(
    provider: string | undefined,
    options: SignInOptions & { redirect: false },
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  async function signIn(
    provider?: string,
    options?: SignInOptions,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>
  async function signIn(
    provider?: string,
    options: SignInOptions = {},
    authorizationParams: SignInAuthorizationParams = {},
  ) {
    if (provider !== undefined && (await way.directory.isPasskey(provider))) {
      return way.passkeys.signInWithPasskey(passkeyOptions(provider, options))
    }
    const { page, outcome } = await start(way, provider, options, authorizationParams)
    if (options.redirect === false) {
      if (outcome === undefined) return NO_PROVIDER
      const { target: _target, ...response } = outcome
      return response
    }
    if (outcome === undefined) navigate(page)
    else leave(way.connection, outcome)
    return undefined
  }
  return signIn
}
