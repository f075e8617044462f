import type { AuthContext } from '../../config/engine-types.ts'
import type { EmailAttempt } from '../../attempts/attempt.ts'
import { toHex } from '../../base/bytes.ts'
import { defined, nonEmpty } from '../../base/json.ts'
import { toSeconds } from '../../base/time.ts'
import { createKeyring } from '../../crypto/keyring.ts'
import { authError, InvalidConfig } from '../../errors/error-classes.ts'
import { readErrorQuery } from '../../errors/error-table.ts'
import { formatCode, isNumeric, makeCode, readCode } from '../../protocols/email/code.ts'
import { SHORTEST_CODE, type ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { readTokenExpiry } from '../../store/rows.ts'

/** The adapter of an application with an e-mail provider (`email-method.ts` says what it needs). */
export type TokenStore = BoundAdapter & Required<Pick<BoundAdapter, 'createVerificationToken' | 'useVerificationToken'>>

export const isTokenStore = (adapter: BoundAdapter | undefined): adapter is TokenStore =>
  adapter?.createVerificationToken !== undefined && adapter.useVerificationToken !== undefined

export const tokenStore = ({ config: { adapter } }: AuthContext): TokenStore => {
  if (isTokenStore(adapter)) return adapter
  throw authError('MissingAdapter', 'E-mail sign-in needs an adapter')
}

const keyringOf = ({ keyring, runtime }: AuthContext, { provider }: ResolvedEmailProvider) =>
  provider.secret === undefined ? keyring : createKeyring([provider.secret], runtime.crypto)

export const hashToken = (context: AuthContext, resolved: ResolvedEmailProvider, token: string) =>
  keyringOf(context, resolved).mac(`magic link ${resolved.provider.id}`, token)

export const tokenHashes = (context: AuthContext, resolved: ResolvedEmailProvider, token: string) =>
  keyringOf(context, resolved).macs(`magic link ${resolved.provider.id}`, token)

/** Consume a stored token: of simultaneous requests only one gets the row. The row may have expired. */
export const consumeStoredToken = async (store: TokenStore, identifier: string, hashes: readonly string[]) => {
  for (const token of hashes) {
    const expires = readTokenExpiry(await store.useVerificationToken({ identifier, token }), identifier)
    if (expires !== null) return { identifier, token, expires }
  }
  return undefined
}

/** The length from which a token counts as unguessable: 22 characters of base64 are 128 bits. */
export const UNGUESSABLE = 22

const generate = async ({ provider }: ResolvedEmailProvider): Promise<string | undefined> =>
  nonEmpty(await provider.generateVerificationToken?.())

/** A token for one mail. A short token of the application's own needs an adapter that counts attempts. */
export const makeToken = async (context: AuthContext, resolved: ResolvedEmailProvider): Promise<string> => {
  // Without a link no mail contains the token, so the application does not generate it.
  const own = resolved.hasLink ? await generate(resolved) : undefined
  if (own === undefined) return toHex(context.runtime.random(32))
  if (own.length < UNGUESSABLE && tokenStore(context).incrementCounter === undefined) {
    const why = `returned ${own.length} characters, and the adapter has no incrementCounter`
    const fix = `Return ${UNGUESSABLE} or more characters from generateVerificationToken, or add incrementCounter to the adapter`
    throw new InvalidConfig(`generateVerificationToken ${why}`, { provider: resolved.provider.id, fix })
  }
  return own
}

/** A code as the mail shows it, and what the attempt keeps. Without a link, the application may generate it. */
export const makeMailCode = async ({ runtime }: AuthContext, resolved: ResolvedEmailProvider) => {
  if (!resolved.hasCode) return { shown: undefined, kept: {} }
  const own = resolved.hasLink ? undefined : await generate(resolved)
  const shown = own ?? formatCode(makeCode(resolved.codeLength, runtime.random, resolved.codeFormat))
  const code = readCode(shown)
  if (code !== undefined && code.length >= SHORTEST_CODE)
    return { shown, kept: { code, codeExpiresIn: resolved.codeAge } }
  const fix = `Return a code of ${SHORTEST_CODE} or more letters and digits from generateVerificationToken`
  throw new InvalidConfig('generateVerificationToken returned no such code', { provider: resolved.provider.id, fix })
}

export const hasOpenCode = <Mail extends Pick<EmailAttempt, 'code' | 'codeExpiresIn' | 'created'>>(
  { runtime }: AuthContext,
  mail: Mail,
): mail is Mail & { readonly code: string } =>
  mail.code !== undefined && toSeconds(runtime.now()) <= mail.created + (mail.codeExpiresIn ?? 0)

/** The field for a code. The query says whether one was wrong (`error=Verification`), and how many attempts are left. */
export const codeField = (code: string, query: URLSearchParams) => {
  const left = query.get('attemptsLeft') ?? ''
  const attemptsLeft = /^[1-9]$/.test(left) ? Number(left) : undefined
  const wrong = readErrorQuery(query).error === 'Verification' ? { isWrong: true, ...defined({ attemptsLeft }) } : {}
  return { name: 'code', length: code.length, isNumeric: isNumeric(code), ...wrong }
}
