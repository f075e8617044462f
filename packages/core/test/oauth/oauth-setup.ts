import { vi } from 'vitest'
import { toBase64url } from '../../src/base/bytes.ts'
import { AuthError } from '../../src/errors/auth-error.ts'
import { finishAuthorization } from '../../src/protocols/oauth/finish-authorization.ts'
import type { OAuthIdentity } from '../../src/protocols/oauth/oauth-identity.ts'
import type { AuthorizationChecks } from '../../src/protocols/oauth/authorization-response.ts'
import type { ResolvedOAuthProvider } from '../../src/protocols/oauth/resolve-oauth-provider.ts'
import { resolveOAuthEntry } from '../support/resolve-oauth-entry.ts'
import { startAuthorization } from '../../src/protocols/oauth/start-authorization.ts'
import { defaultRuntime } from '../../src/runtime/platform.ts'
import type { Runtime } from '../../src/runtime/engine.ts'
import type { LoggerInstance } from '../../src/types/config-options.ts'
import type { OAuth2Config, OAuthConfig, OIDCConfig } from '../../src/types/providers.ts'
import { CLIENT_ID, CLIENT_SECRET, type Op } from './op.ts'

export const REDIRECT_URI = 'https://app.example.com/auth/callback/op'
export const STATE = 'the state of this attempt, made by the flow'

/** A runtime with its own clock, and a logger that stores warnings. */
export interface OAuthSetup {
  readonly runtime: Runtime
  readonly log: LoggerInstance
  readonly warnings: string[]
  readonly clock: { at: number; readonly forward: (seconds: number) => void }
}

export const makeOAuthSetup = (more: Partial<Runtime> = {}): OAuthSetup => {
  const clock = {
    at: Date.parse('2030-01-01T12:00:00Z'),
    forward: (seconds: number): void => {
      clock.at += seconds * 1000
      // jose reads the time from `Date`.
      if (vi.isFakeTimers()) vi.setSystemTime(clock.at)
    },
  }
  const warnings: string[] = []
  const log: LoggerInstance = {
    error: () => undefined,
    warn: (code, ...rest) => void warnings.push([code, ...rest].join(' ')),
    debug: () => undefined,
  }
  return { runtime: { ...defaultRuntime, now: () => clock.at, ...more }, log, warnings, clock }
}

export const oidc = (op: Op, more: Partial<OIDCConfig> = {}): OIDCConfig => ({
  id: 'op',
  name: 'OP',
  type: 'oidc',
  issuer: op.issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  trustAllEmails: true,
  ...more,
})

export const oauth = (op: Op, more: Partial<OAuth2Config> = {}): OAuth2Config => ({
  id: 'op',
  name: 'OP',
  type: 'oauth',
  issuer: op.issuer,
  authorization: `${op.issuer}/authorize`,
  token: `${op.issuer}/token`,
  userinfo: `${op.issuer}/me`,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  ...more,
})

export const resolve = (config: OAuthConfig): ResolvedOAuthProvider => resolveOAuthEntry(config)

/** A started attempt: the URL for the browser, and the checks that the attempt stores. */
export interface Attempt {
  readonly provider: ResolvedOAuthProvider
  readonly url: URL
  readonly checks: AuthorizationChecks
}

const randomText = ({ random }: Runtime): string => toBase64url(random(32))

export const start = async (
  setup: OAuthSetup,
  config: OAuthConfig,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Attempt> => {
  const provider = resolve(config)
  const { url, ...checks } = await startAuthorization(
    provider,
    {
      redirectUri: REDIRECT_URI,
      state: STATE,
      parameters,
      codeVerifier: randomText(setup.runtime),
      nonce: randomText(setup.runtime),
    },
    setup.runtime,
    setup.log,
  )
  return { provider, url, checks: { redirectUri: REDIRECT_URI, state: STATE, ...checks } }
}

export const finish = (
  setup: OAuthSetup,
  attempt: Attempt,
  response: URLSearchParams,
  checks: AuthorizationChecks = attempt.checks,
): Promise<OAuthIdentity> => finishAuthorization(attempt.provider, checks, response, setup.runtime, setup.log)

/** Start, consent at the provider, and finish. */
export const signIn = async (
  setup: OAuthSetup,
  op: Op,
  config: OAuthConfig,
  change: (response: URLSearchParams) => void = () => undefined,
): Promise<OAuthIdentity> => {
  const attempt = await start(setup, config)
  const response = op.consent(attempt.url)
  change(response)
  return finish(setup, attempt, response)
}

/** All text of an error and its causes. */
const wholeOf = (error: unknown): string => {
  const parts: unknown[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    parts.push(at.name, at.message, at.stack, Object.entries(at), at.cause instanceof Error ? '' : at.cause)
  }
  return JSON.stringify(parts)
}

/** The error of a sign-in. It must be an `AuthError` without secrets. */
export const errorOf = async (
  work: Promise<unknown>,
): Promise<{ readonly type: string; readonly cause: Readonly<Record<string, unknown>> }> => {
  const error: unknown = await work.then(
    () => new Error('signed in'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof AuthError)) throw error
  const whole = wholeOf(error)
  for (const secret of [CLIENT_SECRET, 'the-access-token', 'eyJ', 'code-']) {
    if (whole.includes(secret)) throw new Error(`The error contains "${secret}": ${whole}`)
  }
  return { type: error.type, cause: error.cause ?? {} }
}
