import type { Node } from '@babel/types'
import type { Edit } from './edits.ts'
import { childrenOf, keyOf, rangeOf, walk } from './syntax.ts'

const prefix = String.raw`(?<=^|[;,]\s*)(__Secure-|__Host-)?(?:authjs|next-auth)\.`
/** A cookie with a counterpart, alone or in a list as in `Cookie: a=1; b=2`. A part of a long session has a number. */
const renamed = new RegExp(String.raw`${prefix}(session-token|csrf-token|callback-url)(?=(?:\.\d+)?(?:$|[=;]))`, 'g')
/** A cookie of a sign-in in progress. */
const attempt = new RegExp(String.raw`${prefix}(?:state|nonce|pkce\.code_verifier|challenge)(?:$|[=;])`)

/** Replaces the names of cookies that have a counterpart. All cookies of https applications have the prefix `__Host-`. */
const renameCookies = (text: string): string =>
  text.replaceAll(
    renamed,
    (_, secure: string | undefined, name: string) => `${secure === undefined ? '' : '__Host-'}authwright.${name}`,
  )

/** Members that name the cookies of Auth.js on purpose. */
const keepsNames = (node: Node): boolean => {
  const key = keyOf(node)
  if (key === 'cookies' || key === 'sessionCookie' || key === 'legacySessions') return true
  if (node.type !== 'ObjectExpression') return false
  return node.properties.some((member) =>
    childrenOf(member).some((value) => value.type === 'Identifier' && /^decode(?:AuthJs|NextAuth4)$/.test(value.name)),
  )
}

const inPattern = /(?:authjs|next-auth)\\?\.(?:session-token|csrf-token|callback-url|state|nonce|pkce|challenge)/

/** Finds cookie names in string literals, templates and regular expressions of a script. */
export const findCookieNames = (root: Node, code: string) => {
  const edits: Edit[] = []
  const attempts: Node[] = []
  const patterns: Node[] = []
  walk(root, (node, ancestors) => {
    if (node.type === 'RegExpLiteral' && inPattern.test(node.pattern)) patterns.push(node)
    if (node.type !== 'StringLiteral' && node.type !== 'TemplateElement') return
    const [from, to] = rangeOf(node)
    const [start, end] = node.type === 'StringLiteral' ? [from + 1, to - 1] : [from, to]
    const text = code.slice(start, end)
    const replaced = renameCookies(text)
    const isAttempt = attempt.test(text)
    if (replaced === text && !isAttempt) return
    if (ancestors.some(keepsNames)) return
    if (isAttempt) attempts.push(node)
    if (replaced !== text) edits.push({ start, end, text: replaced })
  })
  return { edits, attempts, patterns }
}
