import { memberOf, variablesOf, type CatalogEntry } from './entries.ts'

const DEFAULT_SCOPE = 'openid profile email'

const scopesOf = ({ made, type }: CatalogEntry): string => {
  const url = memberOf(made, 'authorization', 'url') ?? made['authorization']
  const inUrl = typeof url === 'string' && URL.canParse(url) ? new URL(url).searchParams.get('scope') : null
  const scope =
    memberOf(made, 'authorization', 'params', 'scope') ?? inUrl ?? (type === 'oidc' ? DEFAULT_SCOPE : undefined)
  return typeof scope === 'string' && scope !== '' ? `\`${scope}\`` : 'none'
}

const variables = (entry: CatalogEntry): string =>
  variablesOf(entry)
    .map((variable) => `\`${variable}\``)
    .join('<br>')

const verifiedOf = ({ made }: CatalogEntry): string => {
  const check: unknown = made['emailVerified']
  if (typeof check !== 'function') return made['trustAllEmails'] === true ? '`email_verified`' : 'no'
  return /=>\s*false\s*$/.test(Function.prototype.toString.call(check)) ? 'no' : 'by the entry'
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const row = (entry: CatalogEntry): string => {
  const [bg, text] = [memberOf(entry.made, 'style', 'bg'), memberOf(entry.made, 'style', 'text')]
  const button = typeof bg === 'string' ? `${cell(String(text))} on ${bg}` : 'plain'
  const cells = [
    entry.name,
    `\`${entry.file}\``,
    `\`/auth/callback/${entry.id}\``,
    variables(entry),
    scopesOf(entry),
    verifiedOf(entry),
    button,
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** A docstring may begin with the name of its provider, which the list shows already. */
const note = ({ name, note: text }: CatalogEntry): string => {
  const rest = text.startsWith(`${name}. `) ? text.slice(name.length + 2) : text
  return rest === '' ? `- **${name}**` : `- **${name}** – ${rest}`
}

const unconfirmedRow = ({ name, file, unconfirmed }: CatalogEntry): string =>
  `| ${cell(name)} | \`${file}\` | ${cell(unconfirmed)} |`

const mailRow = (entry: CatalogEntry): string =>
  `| ${entry.name} | \`${entry.file}\` | ${variables(entry) || 'none; the option `server`'} |`

/** The text of `docs/reference/providers.md`. */
export const pageText = (entries: readonly CatalogEntry[]): string => {
  const oauth = entries.filter(({ type, note: text }) => (type === 'oauth' || type === 'oidc') && text !== '')
  const mail = entries.filter(({ type }) => type === 'email')
  const open = oauth.filter(({ unconfirmed }) => unconfirmed !== '')
  return `<!-- Written by packages/core/scripts/catalog.ts -->

# Providers

This page lists the built-in providers: ${oauth.length} for OAuth and OpenID Connect, ${mail.length} for e-mail, passkeys and credentials.
Each is a function in \`@authwright/core/providers/<import>\` (or \`@authwright/sveltekit/providers/<import>\`). You can pass
the function itself or call it with options:

\`\`\`ts
import GitHub from '@authwright/core/providers/github'

const config = { providers: [GitHub] } // with AUTH_GITHUB_ID and AUTH_GITHUB_SECRET set
\`\`\`

Register the callback URL at the provider: your origin plus the path in the table (with your \`basePath\` instead of \`/auth\`).

\`AUTH_<ID>_ISSUER\` replaces the issuer of an entry that has one. With \`AUTH_MICROSOFT_ENTRA_ID_ISSUER\` only users of one
tenant can sign in; without it, every user with a Microsoft account can.

The column *Verified* says when the provider's e-mail address counts as verified: by the claim \`email_verified\` (the entry
has \`trustAllEmails: true\`), by another rule of the entry, or never. An address that the provider calls unverified is [left
out](../guides/oauth.md#verified-addresses).

The tests sign in with every provider at an emulator (\`@authwright/emulator\`) that was written from the provider's
documentation. They never call the provider itself. The [notes](#notes) name the documentation. [Unconfirmed
parts](#unconfirmed-parts) lists what no documentation was found for.

## Offline

\`@authwright/emulator\` runs mocks of all providers on your machine, with three test users. You register nothing, and no
request leaves the machine:

\`\`\`ts
import GitHub from '@authwright/core/providers/github'
import { emulated, startEmulator } from '@authwright/emulator'

const emulator = await startEmulator() // or emulatorAt('http://127.0.0.1:5183'), with npx @authwright/cli dev emulator
const config = { providers: [emulated(GitHub(), emulator)] }
\`\`\`

It listens only on the loopback address and redirects only to loopback addresses. It is not part of a production build
unless you import it there.

## OAuth and OpenID Connect

| Provider | Import | Callback | Environment | Scopes | Verified | Button |
| --- | --- | --- | --- | --- | --- | --- |
${oauth.map(row).join('\n')}

## E-mail

| Service | Import | Environment |
| --- | --- | --- |
${mail.map(mailRow).join('\n')}

## Unconfirmed parts

${open.length} of the ${oauth.length} entries have a part that is known only from other libraries and their users: no page, code or schema of
the provider was found for it. Test a sign-in at such a provider before you rely on it. A wrong part does not sign a user in
as another user: a profile without the member that the id is read from is refused, and no e-mail address counts as verified
because of an unconfirmed part.

| Provider | Import | Known from other libraries only |
| --- | --- | --- |
${open.map(unconfirmedRow).join('\n')}

## Notes

${[...oauth, ...mail].map(note).join('\n')}
`
}
