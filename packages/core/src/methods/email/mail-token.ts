import type { AuthContext } from '../../config/engine-types.ts'
import { toHex } from '../../base/bytes.ts'
import type { BoundAdapter } from '../../store/bind-adapter.ts'
import { createKeyring } from '../../crypto/keyring.ts'
import { makeCode, readCode, SHORTEST_CODE, formatCode } from '../../protocols/email/code.ts'
import type { ResolvedEmailProvider } from '../../protocols/email/email-provider.ts'
import { authError, InvalidConfig } from '../../errors/error-classes.ts'

/** The adapter of a site with e-mail sign-in. */
export type TokenStore = BoundAdapter & Required<Pick<BoundAdapter, 'createVerificationToken' | 'useVerificationToken'>>

const isTokenStore = (adapter: BoundAdapter | undefined): adapter is TokenStore =>
  typeof adapter?.createVerificationToken === 'function' && typeof adapter.useVerificationToken === 'function'

/** Where the tokens of links are kept. */
export const tokenStore = (context: AuthContext): TokenStore => {
  const { adapter } = context.config
  if (!isTokenStore(adapter)) throw authError('MissingAdapter', 'E-mail sign-in needs an adapter')
  return adapter
}

/** What is stored of a token under each secret, the newest first. */
export const tokenHashes = (
  context: AuthContext,
  { provider }: ResolvedEmailProvider,
  token: string,
): PromiseLike<readonly string[]> => {
  const own = provider.secret === undefined ? context.keyring : createKeyring([provider.secret], context.runtime.crypto)
  return Promise.resolve(own.macs(`magic link ${provider.id}`, token))
}

/** Characters from which on a random token cannot be guessed: 22 of base64 are 128 bits. */
export const UNGUESSABLE = 22

const generate = async ({ provider }: ResolvedEmailProvider): Promise<string | undefined> => {
  const own = await provider.generateVerificationToken?.()
  return typeof own === 'string' && own !== '' ? own : undefined
}

/** A token for one mail. One of the owner's that could be guessed needs an adapter that counts who tries. */
export const makeToken = async (context: AuthContext, resolved: ResolvedEmailProvider): Promise<string> => {
  // Without a link nobody ever sees it.
  const own = resolved.hasLink ? await generate(resolved) : undefined
  if (own === undefined) return toHex(context.runtime.random(32))
  if (own.length < UNGUESSABLE && tokenStore(context).incrementCounter === undefined) {
    const why = `generateVerificationToken made fewer than ${UNGUESSABLE} characters, and the adapter has no incrementCounter to limit guessing`
    throw new InvalidConfig(why, { provider: resolved.provider.id })
  }
  return own
}

/** A code for one mail: as it is compared, and as it is shown. */
export interface Code {
  readonly compared: string
  readonly shown: string
}

/** A code where the mail brings one. The owner may make it where there is no link to make a token for. */
export const makeMailCode = async (
  context: AuthContext,
  resolved: ResolvedEmailProvider,
): Promise<Code | undefined> => {
  if (!resolved.hasCode) return undefined
  const own = resolved.hasLink ? undefined : await generate(resolved)
  if (own === undefined) {
    const made = makeCode(resolved.codeLength, context.runtime.random)
    return { compared: made, shown: formatCode(made) }
  }
  const compared = readCode(own)
  if (compared !== undefined && compared.length >= SHORTEST_CODE) return { compared, shown: own }
  const why = `generateVerificationToken made no code: it takes at least ${SHORTEST_CODE} letters and digits, and nothing else but spaces and hyphens`
  throw new InvalidConfig(why, { provider: resolved.provider.id })
}
