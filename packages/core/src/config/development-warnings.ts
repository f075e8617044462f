import { isObject, isRow } from '../base/json.ts'
import type { Awaitable } from '../base/async.ts'
import { findSuggestion } from '../base/text.ts'
import { sharedRuntime } from '../runtime/engine.ts'
import type { CredentialsConfig, EmailConfig, OIDCConfig, ProviderType, WebAuthnConfig } from '../types/index.ts'
import { warnOnce } from './config-warnings.ts'
import type { AuthContext, ConfiguredProvider, ConfigWarning } from './engine-types.ts'

// What works, but probably not as the developer meant it. Of a development server only.

type Warn = (warnings: readonly ConfigWarning[]) => void

/** Each option of a type of provider. An object, so that the compiler finds a missing one. */
type OptionNames<Config> = Readonly<Record<Extract<keyof Config, string>, 0>>

const common = { id: 0, name: 0, type: 0, options: 0 } as const

const oidcOptions: OptionNames<OIDCConfig> = {
  ...common,
  idToken: 0,
  requiredAcr: 0,
  trustedAudiences: 0,
  thirdPartyLogin: 0,
  trustAllEmails: 0,
  emailDomains: 0,
  requiredAmr: 0,
  clientId: 0,
  clientSecret: 0,
  issuer: 0,
  wellKnown: 0,
  jwks_endpoint: 0,
  authorization: 0,
  token: 0,
  userinfo: 0,
  checks: 0,
  client: 0,
  profile: 0,
  account: 0,
  allowDangerousEmailAccountLinking: 0,
  redirectProxyUrl: 0,
  pushedAuthorizationRequests: 0,
  openParameters: 0,
  pkceUnsupported: 0,
  issuerClaims: 0,
  timeout: 0,
  style: 0,
  icon: 0,
  emailVerified: 0,
  allowUnverifiedEmail: 0,
}

const emailOptions: OptionNames<EmailConfig> = {
  ...common,
  from: 0,
  mode: 0,
  codeFormat: 0,
  codeLength: 0,
  maxAge: 0,
  limits: 0,
  timeout: 0,
  sendVerificationRequest: 0,
  sendNotification: 0,
  secret: 0,
  apiKey: 0,
  server: 0,
  generateVerificationToken: 0,
  normalizeIdentifier: 0,
}

const credentialsOptions: OptionNames<CredentialsConfig> = {
  ...common,
  credentials: 0,
  authorize: 0,
}

const webauthnOptions: OptionNames<WebAuthnConfig> = {
  ...common,
  relayingParty: 0,
  getRelayingParty: 0,
  getUserInfo: 0,
  enableConditionalUI: 0,
  formFields: 0,
  authenticationOptions: 0,
  registrationOptions: 0,
  verifyAuthenticationOptions: 0,
  verifyRegistrationOptions: 0,
  attestationFormats: 0,
  allowDangerousCredentialListing: 0,
  simpleWebAuthnBrowserVersion: 0,
}

const optionNames: Readonly<Record<ProviderType, readonly string[]>> = {
  oauth: Object.keys(oidcOptions),
  oidc: Object.keys(oidcOptions),
  email: Object.keys(emailOptions),
  credentials: Object.keys(credentialsOptions),
  webauthn: Object.keys(webauthnOptions),
}

/** Warns about an option of a provider that is spelled almost like one. Others are left alone: a provider may have members of its own. */
export const warnOfMisspelledOptions = (providers: readonly ConfiguredProvider[], warn: Warn): void => {
  const warnings = providers.flatMap(({ id, type, given }) => {
    const known = optionNames[type]
    return Object.keys(given).flatMap((name) => {
      const near = known.filter((one) => Math.abs(one.length - name.length) <= 2)
      const suggestion = known.includes(name) ? '' : findSuggestion(name, near)
      if (suggestion === '') return []
      return [['unknown-option', `"${name}" is not an option of provider "${id}"${suggestion}`] as const]
    })
  })
  warn(warnings)
}

/** Calls the `signIn` callback, and warns about a result that is neither a boolean nor the address of a page. */
export const callSignIn = async <Params, Result>(
  signIn: (params: Params) => Awaitable<Result>,
  params: Params,
  warn: Warn,
): Promise<Result> => {
  const returned: unknown = await signIn(params)
  const isAddress = typeof returned === 'string' && /^(\/|\w+:)/.test(returned)
  // The library refuses what is not truthy, and says what it was.
  if (!returned || returned === true || isAddress) return returned as Result
  const effect = typeof returned === 'string' ? `redirects the user to "${returned}"` : 'signs the user in'
  const what = `The signIn callback returned ${typeof returned === 'object' ? 'an object' : `a ${typeof returned}`}`
  warn([['sign-in-result', `${what}, which ${effect}: return true to sign in, false to refuse, or the URL of a page`]])
  return returned as Result
}

/** Calls the `jwt` callback, and warns about claims without `sub`. A callback may drop other claims on purpose. */
export const callJwt = async <Params extends { readonly token: unknown }, Result>(
  jwt: (params: Params) => Awaitable<Result>,
  params: Params,
  warn: Warn,
): Promise<Result> => {
  // Read before: the callback may change the token.
  const hadUser = isObject(params.token) && params.token['sub'] !== undefined
  const returned = await jwt(params)
  if (!hadUser || !isObject(returned) || returned['sub'] !== undefined) return returned
  const remedy = 'return the claims of the token with your own, as in ({ ...token, role })'
  warn([['jwt-claims-lost', `The jwt callback returned claims without sub, so the session loses the user: ${remedy}`]])
  return returned
}

/** Calls the `session` callback, and warns about a session without `user` or without `expires`. */
export const callSession = async <Params, Result>(
  session: (params: Params) => Awaitable<Result>,
  params: Params,
  warn: Warn,
): Promise<Result> => {
  const returned = await session(params)
  if (!isObject(returned)) return returned
  const missing = [
    ...(isRow(returned['user']) ? [] : ['user']),
    ...(returned['expires'] === undefined ? ['expires'] : []),
  ]
  if (missing.length === 0) return returned
  const what = `The session callback returned a session without ${missing.join(' and ')}`
  const remedy = 'return the session with your own members, as in ({ ...session, role: token.role })'
  warn([['session-incomplete', `${what}: ${remedy}`]])
  return returned
}

/** Warns about members of a new user that the stored row does not have. An adapter leaves out what the table has no column for. */
export const warnOfLostMembers = (written: object, row: object, { runtime, config }: AuthContext): void => {
  const lost = Object.entries(written).filter(
    ([name, value]) => value !== undefined && value !== null && !(name in row),
  )
  if (lost.length === 0) return
  const names = lost.map(([name]) => name).join(', ')
  const text = `The adapter did not store these members of the user: ${names}. Add a column for each to the table`
  warnOnce(sharedRuntime(runtime), config.logger, [['members-not-stored', text]])
}
