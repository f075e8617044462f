import type { Facts } from './check.ts'

const SECRET_NAME = /secret|password|passphrase|^pass$|_(?:pass|pwd|dsn|key|url)$|apikey|privatekey|token$/i

/** Addresses of the application, which every browser sees. A developer has to read them to correct them. */
const PUBLIC_NAME = /^(?:AUTH|NEXTAUTH|AUTH_REDIRECT_PROXY)_URL$/

/** Every text below a secret name, at any depth of an option. */
const collect = (value: unknown, isSecret: boolean, found: Set<string>, seen: Set<object>): void => {
  if (typeof value === 'string') {
    if (isSecret && value.length >= 4) found.add(value)
  } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value)
    for (const [name, member] of Object.entries(value))
      collect(member, isSecret || (SECRET_NAME.test(name) && !PUBLIC_NAME.test(name)), found, seen)
  }
}

/** The password in an address such as `postgres://user:password@host`. */
const passwordsOf = (texts: Iterable<string>): readonly string[] =>
  [...texts].flatMap((text) =>
    URL.canParse(text) ? [new URL(text).password, decodeURIComponent(new URL(text).password)] : [],
  )

/** A password in an address, but not the one of a sample. */
const PASSWORD = /(?<=:\/\/?[^\s/:@]*:)(?!password@)[^\s/]+(?=@)/g

/**
 * Replaces every secret of the config and of the environment in a text, and passwords in addresses. The checks do not write them; the messages of
 * databases and of other libraries may.
 */
export const maskSecrets = (
  text: string,
  { config, env, providers }: Pick<Facts, 'config' | 'env' | 'providers'>,
): string => {
  const found = new Set<string>()
  const { secret, account } = config
  const addresses = Object.values(env).filter((value): value is string => value?.includes('://') === true)
  collect({ secret, tokens: { secret: account?.tokens?.secret } }, false, found, new Set())
  collect(env, false, found, new Set())
  for (const { options } of providers) collect(options, false, found, new Set())
  const servers = providers.flatMap(({ options: { server } }) => (typeof server === 'string' ? [server] : []))
  const hidden = [...found, ...passwordsOf([...addresses, ...servers])].filter((value) => value.length >= 4)
  return hidden
    .toSorted((one, other) => other.length - one.length)
    .reduce((masked, value) => masked.replaceAll(value, '…').replaceAll(encodeURIComponent(value), '…'), text)
    .replaceAll(PASSWORD, '…')
}

/** The message of an error of another library, without the secrets of the environment. */
export const maskedMessage = (error: unknown): string => {
  const facts = { config: { providers: [] }, env: process.env, providers: [] }
  return maskSecrets(error instanceof Error ? error.message : String(error), facts)
}
