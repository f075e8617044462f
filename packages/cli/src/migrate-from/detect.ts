import type { Node } from '@babel/types'
import { maxAgeOf, type FoundConfig } from './auth-config.ts'
import type { Difference } from './differences.ts'
import { exportOf, type AuthJsExport, type Imports, type NamedExport } from './imports.ts'
import { childrenOf, keyOf, memberOf, literalText, walk } from './syntax.ts'

export interface Detected {
  readonly node: Node
  readonly rule: Difference
  readonly subject?: string
}

const providerRules: readonly (readonly [Difference, readonly string[]])[] = [
  ['account-id', ['boxyhq-saml', 'eveonline', 'pinterest', 'trakt', 'wechat']],
  ['scope', ['concept2', 'fusionauth', 'logto', 'microsoft-entra-id']],
]

/** What the imported names show: providers, and functions that behave differently. */
export const detectInImports = (named: readonly NamedExport[]): readonly Detected[] =>
  named.flatMap(({ module: { path }, name, node }) => {
    const provider = /^\.\/providers\/(.+)$/.exec(path)?.[1]
    const rules = providerRules.filter(([, ids]) => name === 'default' && ids.includes(provider ?? ''))
    const byProvider = rules.map(([rule]) => ({ node, rule, ...(provider && { subject: provider }) }))
    if (path !== './jwt') return byProvider
    if (name === 'decode') return [{ node, rule: 'jwt-decode' as const }]
    return name === 'getToken' ? [{ node, rule: 'get-token' as const }] : []
  })

const contains = (node: Node, test: (inner: Node) => boolean): boolean =>
  test(node) || childrenOf(node).some((child) => contains(child, test))

/** `url.startsWith(baseUrl)`. `url.startsWith('/')`, as in the documentation of Auth.js, asks for a path and is safe. */
const comparesBeginning = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'startsWith' &&
  literalText(node.arguments[0]) !== '/'

const DAY = 86_400

/** What the options of a config show. */
export const detectInConfig = (config: FoundConfig): readonly Detected[] => {
  const { literal } = config
  const found: Detected[] = []
  const report = (node: Node | undefined, rule: Difference): void => void (node && found.push({ node, rule }))
  const option = (group: string, name: string): Node | undefined => memberOf(memberOf(literal, group), name)
  report(option('cookies', 'sessionToken'), 'cookie-name')
  report(option('cookies', 'pkceCodeVerifier') ?? option('cookies', 'nonce'), 'attempt-cookie')
  report(option('jwt', 'decode') ?? option('jwt', 'encode'), 'jwt-codec')
  report(option('session', 'strategy'), 'session-strategy')
  if (maxAgeOf(config) > 90 * DAY) report(option('session', 'maxAge'), 'session-age')
  report(option('callbacks', 'authorized'), 'authorized-callback')
  report(memberOf(literal, 'adapter'), 'imported-users')
  report(memberOf(literal, 'redirectProxyUrl'), 'redirect-proxy')
  const redirect = option('callbacks', 'redirect')
  if (redirect && contains(redirect, comparesBeginning)) report(redirect, 'redirect-callback')
  const session = option('callbacks', 'session')
  const spreadsSession = (node: Node): boolean =>
    node.type === 'SpreadElement' && node.argument.type === 'Identifier' && node.argument.name === 'session'
  if (memberOf(literal, 'adapter') && session && contains(session, spreadsSession)) report(session, 'session-spread')
  return found
}

const isOwnOidcProvider = (node: Node): boolean => {
  if (literalText(memberOf(node, 'type')) !== 'oidc') return false
  return memberOf(node, 'trustAllEmails') === undefined && memberOf(node, 'emailDomains') === undefined
}

/** The `signIn` that `link: true` concerns. A passkey is added to the signed-in user without it. */
export const isSignIn = (used: AuthJsExport | undefined): boolean =>
  used?.name === 'signIn' && used.module.path !== './webauthn'

/** What calls and object literals show, also outside the config. */
export const detectInCode = (root: Node, imports: Imports): readonly Detected[] => {
  const found: Detected[] = []
  walk(root, (node) => {
    if (isOwnOidcProvider(node)) found.push({ node, rule: 'oidc-provider' })
    if (node.type !== 'CallExpression' || !isSignIn(exportOf(node.callee, imports))) return
    const [, options, parameters] = node.arguments
    const saysLink = options?.type === 'ObjectExpression' && options.properties.some((each) => keyOf(each) === 'link')
    if (!saysLink) found.push({ node, rule: 'linking' })
    if (parameters) found.push({ node: parameters, rule: 'authorization-parameters' })
  })
  return found
}
