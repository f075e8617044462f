import type { CatalogEntry } from './entries.ts'

const WIDTH = 120

/** A union of string literals, formatted as oxfmt does. */
const unionType = (name: string, ids: readonly string[]): string => {
  const texts = [...new Set(ids)].toSorted().map((id) => `'${id}'`)
  const line = `export type ${name} = ${texts.join(' | ')}`
  return line.length <= WIDTH ? line : `export type ${name} =${texts.map((text) => `\n  | ${text}`).join('')}`
}

/** The text of `src/types/provider-ids.ts`. */
export const typeText = (entries: readonly CatalogEntry[]): string => {
  const idsOf = (...types: readonly string[]): readonly string[] =>
    entries.filter(({ type }) => types.includes(type)).map(({ id }) => id)
  return `// Written by scripts/catalog.ts.

/**
 * The ids of the built-in OAuth and OpenID Connect providers, and of the passkey entries.
 * @example const id: OAuthProviderType = 'github'
 */
${unionType('OAuthProviderType', [...idsOf('oauth', 'oidc', 'webauthn'), 'passkey', 'webauthn'])}

/** The ids of the built-in e-mail services. */
${unionType('MailProviderId', idsOf('email'))}
`
}
