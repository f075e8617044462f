import type { AuthConfig } from '@authwright/core'
import { parseEnv } from 'node:util'
import { group, list, type Facts } from './check.ts'
import { startErrorOf } from './start-error.ts'

const secretsOf = (secret: string | readonly string[] | undefined): readonly string[] =>
  [secret ?? []].flat().filter((text) => text !== '')

const tokenSecretsOf = ({ account }: AuthConfig): readonly string[] => secretsOf(account?.tokens?.secret)

/** Why a secret is refused, as the library says it. The message names a secret by its position. */
const findWeakness = async (secret: readonly string[]): Promise<string | undefined> => {
  if (secret.length === 0) return undefined
  const error = await startErrorOf({ providers: [], secret: [...secret] })
  return error?.type === 'WeakSecret' ? error.message : undefined
}

const PLACEHOLDER =
  /^(?:<.*>|\.{3,}|x{3,}|\*{3,}|to-?do|change-?(?:me|this)|replace.*|example|your[-_ ].*|insert.*|secret|none|undefined|null)$/i

const SECRET_NAME = /(?:SECRET|_KEY|PASSWORD)(?:_[123])?$/

const DAY = 86_400_000

/** When a client secret that is a JWT expires, in milliseconds. Apple's secrets are such. */
const expiryOf = (secret: unknown): number | undefined => {
  const [, payload] = typeof secret === 'string' ? (/^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(secret) ?? []) : []
  if (payload === undefined) return undefined
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { readonly exp?: unknown }
    return typeof exp === 'number' ? exp * 1000 : undefined
  } catch {
    return undefined
  }
}

const findPlaceholders = ({ providers }: Facts): readonly string[] =>
  providers.flatMap(({ id, options }) =>
    ['clientId', 'clientSecret', 'apiKey']
      .filter((name) => typeof options[name] === 'string' && PLACEHOLDER.test(String(options[name])))
      .map((name) => `${name} of provider ${id} is a placeholder`),
  )

const findExpiring = ({ providers, system }: Facts): readonly string[] =>
  providers.flatMap(({ id, options }) => {
    const left = (expiryOf(options['clientSecret']) ?? Infinity) - system.now()
    if (left > 30 * DAY) return []
    return [
      `the client secret of provider ${id} ${left < 0 ? 'has expired' : `expires in ${Math.floor(left / DAY)} days`}`,
    ]
  })

const MAKE = 'npx @authwright/cli secret --write'

export const secretChecks = group('secret', 'docs/guides/deployment.md', {
  missing: {
    level: 'fail',
    why: 'without a secret no session can be sealed, and every request fails',
    fix: MAKE,
    find: ({ config }) =>
      secretsOf(config.secret).length === 0 ? 'AUTH_SECRET is not set, and the config has no secret' : undefined,
  },
  weak: {
    level: 'fail',
    why: 'an attacker who guesses the secret can sign in as every user',
    fix: `${MAKE}, after the line of the old one is removed`,
    find: ({ config }) => findWeakness(secretsOf(config.secret)),
  },
  quoted: {
    level: 'warn',
    why: 'another server that reads the variable without them has another secret, and signs users out',
    fix: 'remove the quotes or spaces from the value',
    find: ({ config }) =>
      secretsOf(config.secret).some((secret) => /^["'`\s]|["'`\s]$/.test(secret))
        ? 'a secret begins or ends with a quote or a space'
        : undefined,
  },
  tracked: {
    level: 'fail',
    why: 'a person who can read the repository has the secret',
    fix: 'git rm --cached <file>, add it to .gitignore, and replace the secrets in it',
    find: ({ project }) =>
      list(
        Object.entries(project.trackedEnvFiles).flatMap(([path, text]) =>
          Object.entries(parseEnv(text))
            .filter(([name, value]) => name.startsWith('AUTH_') && SECRET_NAME.test(name) && value !== '')
            .map(([name]) => `git tracks ${path}, which sets ${name}`),
        ),
      ),
  },
  'in-code': {
    level: 'warn',
    why: 'a person who can read the code has the secret, and it is the same in development and in production',
    fix: 'remove it from the config; the library reads AUTH_SECRET',
    find: ({ written, source, file }) =>
      secretsOf(written.secret).some((secret) => source.includes(JSON.stringify(secret).slice(1, -1)))
        ? `the secret is written in ${file}`
        : undefined,
  },
  published: {
    level: 'fail',
    why: 'frameworks put variables with this prefix into the code that browsers load',
    fix: 'rename the variable, and replace its value: browsers may have it already',
    find: ({ env }) =>
      list(
        Object.keys(env)
          .filter((name) => /^(?:VITE|PUBLIC|NEXT_PUBLIC|NUXT_PUBLIC)_/.test(name) && /AUTH/.test(name))
          .filter((name) => SECRET_NAME.test(name))
          .map((name) => `${name} is public`),
      ),
  },
  'too-many': {
    level: 'note',
    why: 'an old secret is accepted as long as it is listed',
    fix: 'remove secrets that no session needs any more: after session.maxAge',
    find: ({ config }) => {
      const { length } = secretsOf(config.secret)
      return length > 2 ? `${length} secrets are accepted` : undefined
    },
  },
  'tokens-weak': {
    level: 'fail',
    why: 'an attacker who guesses it and reads the database has the tokens of all users at their providers',
    fix: 'npx @authwright/cli secret --write --name AUTH_ACCOUNT_TOKENS_SECRET',
    find: async ({ config }) => (await findWeakness(tokenSecretsOf(config)))?.replace('secret', 'secret of tokens'),
  },
  'tokens-same': {
    level: 'fail',
    why: 'a rotation of the session secret would make all stored provider tokens unreadable',
    fix: 'npx @authwright/cli secret --write --name AUTH_ACCOUNT_TOKENS_SECRET',
    find: ({ config }) =>
      tokenSecretsOf(config).some((secret) => secretsOf(config.secret).includes(secret))
        ? 'account.tokens.secret is also a session secret'
        : undefined,
  },
  placeholder: {
    level: 'fail',
    why: 'the provider refuses it when the first user signs in',
    fix: 'copy the value from the page of your client at the provider',
    find: (facts) => list(findPlaceholders(facts)),
  },
  expiring: {
    level: 'warn',
    why: 'when it has expired, no user can sign in there',
    fix: 'make a new client secret at the provider',
    find: (facts) => list(findExpiring(facts)),
  },
})
