import { toHex } from '../base/bytes.ts'
import type { BoundAdapter } from '../config/adapter.ts'
import type { Site } from '../config/site.ts'
import { keyringOf } from '../crypto/keyring.ts'
import type { ResolvedEmailProvider } from '../email/provider.ts'
import { InvalidConfig, MissingAdapter } from '../errors/classes.ts'

/** The adapter of a site with e-mail sign-in. */
export type TokenStore = BoundAdapter & Required<Pick<BoundAdapter, 'createVerificationToken' | 'useVerificationToken'>>

const isTokenStore = (adapter: BoundAdapter | undefined): adapter is TokenStore =>
  typeof adapter?.createVerificationToken === 'function' && typeof adapter.useVerificationToken === 'function'

/** Where the tokens of links are kept. */
export const tokenStore = (site: Site): TokenStore => {
  const { adapter } = site.config
  if (!isTokenStore(adapter)) throw new MissingAdapter('E-mail sign-in needs an adapter')
  return adapter
}

/** What is stored of a token under each secret, the newest first. */
export const tokenHashes = (
  site: Site,
  { provider }: ResolvedEmailProvider,
  token: string,
): PromiseLike<readonly string[]> => {
  const own = provider.secret === undefined ? site.keyring : keyringOf([provider.secret], site.runtime.crypto)
  return Promise.resolve(own.macs(`magic link ${provider.id}`, token))
}

/** Characters from which on a random token cannot be guessed: 22 of base64 are 128 bits. */
export const UNGUESSABLE = 22

/** A token for one mail. One of the owner's that could be guessed needs an adapter that counts who tries. */
export const makeToken = async (site: Site, { provider }: ResolvedEmailProvider): Promise<string> => {
  const own = await provider.generateVerificationToken?.()
  if (typeof own !== 'string' || own === '') return toHex(site.runtime.random(32))
  if (own.length < UNGUESSABLE && tokenStore(site).countAttempt === undefined) {
    const why = `generateVerificationToken made fewer than ${UNGUESSABLE} characters, and the adapter has no countAttempt to limit guessing`
    throw new InvalidConfig(why, { provider: provider.id })
  }
  return own
}
