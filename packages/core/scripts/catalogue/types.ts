import type { CatalogueEntry } from './entries.ts'

const WIDTH = 120

/** A type that is one of some texts, laid out as the formatter does. */
const unionType = (name: string, ids: readonly string[]): string => {
  const texts = [...new Set(ids)].toSorted().map((id) => `'${id}'`)
  const line = `export type ${name} = ${texts.join(' | ')}`
  return line.length <= WIDTH ? line : `export type ${name} =${texts.map((text) => `\n  | ${text}`).join('')}`
}

/** The text of `src/types/provider-ids.ts`. */
export const typeText = (entries: readonly CatalogueEntry[]): string => {
  const idsOf = (...types: readonly string[]): readonly string[] =>
    entries.filter(({ type }) => types.includes(type)).map(({ id }) => id)
  return `// Written by scripts/catalogue.ts.

/** The ids of the built-in providers that a person leaves for, and those of passkeys. */
${unionType('OAuthProviderType', [...idsOf('oauth', 'oidc', 'webauthn'), 'passkey', 'webauthn'])}

/** The ids of the built-in mail services. */
${unionType('MailProviderId', idsOf('email'))}
`
}
