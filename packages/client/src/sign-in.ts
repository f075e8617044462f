import { buildForm, ClientError, readString, withQuery, type HttpClient } from './http.ts'
import { currentPage, navigate, parseAddress } from './navigation.ts'
import { readOutcome, redirect, toSignInResponse } from './outcome.ts'
import type { ProviderCache } from './providers.ts'
import { broadcastChange } from './session.ts'
import type {
  Client,
  PasskeyOptions,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from './types.ts'

const NO_PROVIDER: SignInResponse = { error: 'InvalidProvider', code: undefined, status: 404, ok: false, url: null }

interface SignInContext {
  readonly http: HttpClient
  readonly providers: ProviderCache
  readonly passkeys: Pick<Client, 'registerPasskey' | 'signInWithPasskey'>
}

const start = async (
  { http, providers }: SignInContext,
  provider: string | undefined,
  { redirect: _redirect, redirectTo, callbackUrl, ...fields }: SignInOptions<boolean>,
  parameters: SignInAuthorizationParams,
) => {
  const target = redirectTo ?? callbackUrl ?? currentPage()
  const signInPage = http.pageUrl('signin', { callbackUrl: target })
  if (provider === undefined) return { page: signInPage }
  const route = await providers.findRoute(provider)
  if (route === undefined) {
    // A development server logs the mistake, and responds with the page that explains it.
    const { body } = await http.send(`signin/${encodeURIComponent(provider)}`, buildForm({}))
    const url = readString(body, 'url')
    return { page: (url === undefined ? undefined : parseAddress(url)) ?? signInPage }
  }
  const path = withQuery(route, new URLSearchParams(parameters))
  const outcome = readOutcome(await http.send(path, buildForm({ ...fields, callbackUrl: target })))
  // The other routes only start a sign-in. It continues at the provider or in an e-mail.
  if (outcome.ok && route.startsWith('callback/')) broadcastChange('signin')
  return { outcome }
}

const toPasskeyOptions = (
  provider: string,
  { redirect, redirectTo, callbackUrl, email }: SignInOptions<boolean>,
): PasskeyOptions => {
  const target = redirectTo ?? callbackUrl
  return {
    provider,
    ...(redirect === undefined ? {} : { redirect }),
    ...(target === undefined ? {} : { redirectTo: target }),
    ...(typeof email === 'string' ? { email } : {}),
  }
}

export const makeSignIn = (context: SignInContext): SignIn => {
  async function signIn(
    provider?: string,
    options?: SignInOptions<true>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<void>
  async function signIn(
    provider: string | undefined,
    options: SignInOptions<false>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse>
  async function signIn(
    provider: string | undefined,
    options: SignInOptions<boolean>,
    authorizationParams?: SignInAuthorizationParams,
  ): Promise<SignInResponse | undefined>
  async function signIn(
    provider?: string,
    options: SignInOptions<boolean> = {},
    authorizationParams: SignInAuthorizationParams = {},
  ): Promise<unknown> {
    if (provider !== undefined && (await context.providers.isPasskey(provider))) {
      const { registerPasskey, signInWithPasskey } = context.passkeys
      const run = options.action === 'register' ? registerPasskey : signInWithPasskey
      return run(toPasskeyOptions(provider, options))
    }
    const { page, outcome } = await start(context, provider, options, authorizationParams)
    if (options.redirect === false) return outcome === undefined ? NO_PROVIDER : toSignInResponse(outcome)
    if (outcome === undefined) navigate(page)
    else redirect(context.http, outcome)
    return undefined
  }
  return signIn
}

export const makeSignOut = (http: HttpClient): SignOut => {
  async function signOut(options?: SignOutParams<true>): Promise<void>
  async function signOut(options: SignOutParams<false>): Promise<SignOutResponse>
  async function signOut(options: SignOutParams<boolean>): Promise<SignOutResponse | undefined>
  async function signOut({
    redirect: isRedirected = true,
    redirectTo,
    callbackUrl,
  }: SignOutParams<boolean> = {}): Promise<unknown> {
    const form = buildForm({ callbackUrl: redirectTo ?? callbackUrl ?? currentPage() })
    const outcome = readOutcome(await http.send('signout', form))
    if (outcome.target !== undefined) broadcastChange('signout')
    if (isRedirected) {
      redirect(http, outcome)
      return undefined
    }
    if (outcome.target === undefined) throw new ClientError(outcome.error ?? 'UnexpectedResponse', outcome.status)
    return { url: outcome.target.href }
  }
  return signOut
}
