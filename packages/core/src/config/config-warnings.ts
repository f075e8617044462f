import type { ConfigFacts, ConfiguredProvider, ConfigWarning } from './engine-types.ts'
import { oncePer } from '../base/async.ts'
import type { Adapter, LoggerInstance, WarningCode } from '../types/index.ts'
import { findColor, FOR_TEXT, lacksContrast } from '../web/color.ts'
import { byMethod } from './provider-table.ts'
import { isSharedOrigin } from './proxy-origins.ts'
import { findMissingRemoval, hasOwnUsers, linksByEmail, signsInByMail, verifiesLater } from './unverified-email.ts'

/** Whether the contrast of the button's text is too low to read (WCAG 2.2, 1.4.3). */
const isHardToRead = ({ theme }: ConfigFacts): boolean => {
  const [ground, text] = [findColor(theme.brandColor), findColor(theme.buttonText)]
  return ground !== undefined && text !== undefined && lacksContrast(ground, text, FOR_TEXT)
}

/** The warnings about options alone: the code, when it applies, and the text. */
const RULES: readonly (readonly [code: WarningCode, applies: (facts: ConfigFacts) => boolean, text: string])[] = [
  [
    'cookie-without-effect',
    ({ cookies }) => (cookies.pkceCodeVerifier ?? cookies.nonce) !== undefined,
    'cookies.pkceCodeVerifier and cookies.nonce have no effect: the state cookie holds both',
  ],
  ['debug-enabled', ({ debug, logger }) => debug && logger === undefined, 'debug messages are logged'],
  ['experimental-webauthn', ({ experimental }) => experimental.enableWebAuthn, 'passkeys are experimental'],
  [
    'session-max-age',
    ({ session }) => session.maxAge > session.absoluteMaxAge,
    'session.maxAge is longer than session.absoluteMaxAge, which ends every session',
  ],
  ['theme-contrast', isHardToRead, 'theme.buttonText is hard to read on theme.brandColor; leave it out'],
  [
    'deletion-delay-without-effect',
    ({ account, callbacks }) => account.deletionDelay > 0 && callbacks.deleteUser === undefined,
    'account.deletionDelay has no effect without callbacks.deleteUser: no user can delete the account',
  ],
  ['csrf-disabled', ({ skipCSRFCheck }) => skipCSRFCheck, 'the library does not check the origin of requests'],
]

/** The effects of a provider about which no option states whether it verifies addresses. */
const findEffects = (provider: ConfiguredProvider, hasClaim: boolean, missing: readonly string[]) => [
  ...(hasClaim ? ['its claim email_verified does not count'] : []),
  ...(linksByEmail(provider) ? ['an account with any address is linked to the user who has the address'] : []),
  ...(missing.length > 0
    ? [`its addresses are not stored, because the adapter has no ${missing.join(' and no ')}`]
    : []),
]

/** Names each provider about which no option states whether it verifies addresses, with the line that states it. */
const findUnstated = ({ providers, adapter, strategy }: ConfigFacts): readonly ConfigWarning[] => {
  const missing = adapter !== undefined && signsInByMail(providers) ? findMissingRemoval(adapter, strategy) : []
  return providers.flatMap((provider) => {
    const unstated = provider.method.findUnstatedEmail?.(provider)
    const effects = unstated === undefined ? [] : findEffects(provider, unstated.hasClaim, missing)
    if (unstated === undefined || effects.length === 0) return []
    const what = `no option states whether provider "${provider.id}" verifies e-mail addresses`
    return [['email-unstated', `${what}, so ${effects.join(', and ')}: add ${unstated.line}`] as const]
  })
}

/** Whether the adapter cannot remove what an attacker attached to a user who verifies the address later. */
const findKept = ({ providers, adapter, strategy, requireVerifiedEmail }: ConfigFacts): readonly ConfigWarning[] => {
  if (adapter === undefined || !verifiesLater(providers)) return []
  const hasLinked = providers.some(({ method }) => method.facts.verifiesEmail === 'by-provider')
  const hasOwn = hasOwnUsers(providers) && !requireVerifiedEmail
  const isNeeded = (method: string): boolean => hasLinked || (hasOwn && method === 'deleteSessions')
  const missing = findMissingRemoval(adapter, strategy).filter(isNeeded)
  if (missing.length === 0) return []
  const effect = 'an account or a session from before an e-mail address was verified stays afterwards'
  const line = signsInByMail(providers) ? 'requireVerifiedEmail: true' : "session: { strategy: 'jwt' }"
  const remedy = hasOwn && missing.includes('deleteSessions') ? `; for users of authorize, set ${line}` : ''
  return [['unverified-kept', `the adapter has no ${missing.join(' and no ')}, so ${effect}${remedy}`]]
}

/** The warnings about a config that works: options that weaken it or have no effect, and what the adapter cannot do. */
export const findWarnings = (facts: ConfigFacts): readonly ConfigWarning[] => {
  const { adapter, providers, methods, redirectProxyOrigins = [] } = facts
  const has = (method: keyof Adapter): boolean => typeof adapter?.[method] === 'function'
  const lost = byMethod(providers, methods).flatMap(([method, served]) => method.findWarnings?.(served, has) ?? [])
  return [
    ...RULES.flatMap(([code, applies, text]) => (applies(facts) ? [[code, text] as const] : [])),
    ...redirectProxyOrigins.filter(isSharedOrigin).map((origin) => {
      const why = 'matches hosts that others can register; list exact origins, or use a domain of your own'
      return ['redirect-proxy-shared', `redirectProxyOrigins: "${origin}" ${why}`] as const
    }),
    ...(adapter === undefined ? [] : lost),
    ...findUnstated(facts),
    ...findKept(facts),
  ]
}

/** Where the list of warnings is: some development servers load this module again for each bundle, and after each edit. */
const LOGGED: unique symbol = Symbol.for('authwright.warnings')
const shared = globalThis as { [LOGGED]?: (logger: object) => Set<string> }

/** Logs each warning once for each `key`, which outlives the config: the developer's logger, or the console. */
export const warnOnce = (key: object, logger: LoggerInstance, warnings: readonly ConfigWarning[]): void => {
  const logged = (shared[LOGGED] ??= oncePer(() => new Set()))(key)
  for (const [code, text] of warnings) {
    if (logged.has(code + text) || logged.size > 200) continue
    logged.add(code + text)
    logger.warn(code, text)
  }
}
