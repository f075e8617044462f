import type { CatalogueEntry } from './entries.ts'

const DEFAULT_SCOPE = 'openid profile email'

const member = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), value)

const needsIssuer = ({ made, type }: CatalogueEntry): boolean =>
  JSON.stringify(made).includes('{issuer}') ||
  (type === 'oidc' && made['issuer'] === undefined && made['wellKnown'] === undefined)

const scopesOf = ({ made, type }: CatalogueEntry): string => {
  const url = member(made, 'authorization', 'url') ?? made['authorization']
  const inUrl = typeof url === 'string' && URL.canParse(url) ? new URL(url).searchParams.get('scope') : null
  const scope =
    member(made, 'authorization', 'params', 'scope') ?? inUrl ?? (type === 'oidc' ? DEFAULT_SCOPE : undefined)
  return typeof scope === 'string' && scope !== '' ? `\`${scope}\`` : 'none'
}

const variablesOf = (entry: CatalogueEntry): string => {
  const name = `AUTH_${entry.id.toUpperCase().replaceAll('-', '_')}`
  const secret = member(entry.made, 'client', 'token_endpoint_auth_method') === 'none' ? [] : [`${name}_SECRET`]
  const issuer = needsIssuer(entry) ? [`${name}_ISSUER`] : []
  return [`${name}_ID`, ...secret, ...issuer].map((variable) => `\`${variable}\``).join('<br>')
}

const verifiedOf = ({ made, type }: CatalogueEntry): string => {
  const judge: unknown = made['emailVerified']
  if (typeof judge !== 'function') return type === 'oidc' ? '`email_verified`' : 'no'
  return /=>\s*false\s*$/.test(Function.prototype.toString.call(judge)) ? 'no' : 'by the entry'
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

const row = (entry: CatalogueEntry): string => {
  const [bg, text] = [member(entry.made, 'style', 'bg'), member(entry.made, 'style', 'text')]
  const button = typeof bg === 'string' ? `${cell(String(text))} on ${bg}` : 'plain'
  const cells = [
    entry.name,
    `\`${entry.file}\``,
    `\`/auth/callback/${entry.id}\``,
    variablesOf(entry),
    scopesOf(entry),
    verifiedOf(entry),
    button,
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

const note = ({ name, note: text }: CatalogueEntry): string =>
  `- **${name}** ${text === '' ? '' : `– ${text}`}`.trimEnd()

const unconfirmedRow = ({ name, file, unconfirmed }: CatalogueEntry): string =>
  `| ${cell(name)} | \`${file}\` | ${cell(unconfirmed)} |`

/** What sends by SMTP has no key: its address, with the password in it, is an option. */
const SMTP: ReadonlySet<string> = new Set(['nodemailer', 'email'])

const mailRow = ({ id, name, file }: CatalogueEntry): string => {
  const key = `\`AUTH_${id.toUpperCase().replaceAll('-', '_')}_KEY\``
  return `| ${name} | \`${file}\` | ${SMTP.has(id) ? 'none; the option `server`' : key} |`
}

/** The text of `docs/providers.md`. */
export const pageText = (entries: readonly CatalogueEntry[]): string => {
  const own = entries.filter(({ type, note: text }) => (type === 'oauth' || type === 'oidc') && text !== '')
  const mail = entries.filter(({ type }) => type === 'email')
  const open = own.filter(({ unconfirmed }) => unconfirmed !== '')
  return `<!-- Written by packages/core/scripts/catalogue.ts -->

# Providers

${own.length} providers to sign in with, ${mail.length} ways to send mail, passkeys and credentials. Each is a function of
\`@authwright/core/providers/<import>\` (or \`@authwright/sveltekit/providers/<import>\`), usable with or without arguments:

\`\`\`ts
import GitHub from '@authwright/core/providers/github'

const config = { providers: [GitHub] } // with AUTH_GITHUB_ID and AUTH_GITHUB_SECRET set
\`\`\`

An entry that has an issuer of its own takes \`AUTH_<ID>_ISSUER\` as well, which counts instead: with
\`AUTH_MICROSOFT_ENTRA_ID_ISSUER\` the people of one tenant come, and no longer everybody with a Microsoft account.

Register the callback URL at the provider: your origin and the path below (with your own \`basePath\` instead of \`/auth\`).
*Verified* says whether an address counts as proven: by the claim \`email_verified\`, by what else the entry says, or not at
all. Every provider here is signed in with in the tests, at an emulator that plays it from its documentation
(\`@authwright/emulator\`), never at the provider itself; the notes say which documentation was looked at, and
[what rests on others' word](#what-rests-on-others-word) says for which parts none was found.

## Offline

\`@authwright/emulator\` plays every provider below on your machine, with three people to choose from. Nobody has to
register anything, and nothing leaves the machine:

\`\`\`ts
import GitHub from '@authwright/core/providers/github'
import { emulated, startEmulator } from '@authwright/emulator'

const emulator = await startEmulator() // or emulatorAt('http://127.0.0.1:5183'), with npx authwright-emulator --port 5183
const config = { providers: [emulated(GitHub(), emulator)] }
\`\`\`

It listens on the loopback address only, sends people to loopback addresses only, and takes part in no production build unless
you import it there.

## The catalogue

| Provider | Import | Callback | Environment | Scopes | Verified | Button |
| --- | --- | --- | --- | --- | --- | --- |
${own.map(row).join('\n')}

## Mail

| Service | Import | Environment |
| --- | --- | --- |
${mail.map(mailRow).join('\n')}

## What rests on others' word

Of ${open.length} of the ${own.length} providers a part is as other libraries and their users have it: no page, code or schema of the
provider's own was found that says so. Try a sign-in at such a provider before you rely on it. A wrong part lets nobody in
as somebody else: a profile without the member that the id is read from is refused, and no address counts as proven on
others' word.

| Provider | Import | As others have it |
| --- | --- | --- |
${open.map(unconfirmedRow).join('\n')}

## Notes

${[...own, ...mail].map(note).join('\n')}
`
}
