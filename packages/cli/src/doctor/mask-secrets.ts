import type { Facts } from './check.ts'

const SECRET_NAME = /secret|password|_key$|apikey|privatekey|token$|_url$/i

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

/**
 * Replaces every secret of the config and of the environment in a text. The checks do not write them; the messages of
 * databases and of other libraries may.
 */
export const maskSecrets = (text: string, { config, env, providers }: Facts): string => {
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
    .reduce((masked, value) => masked.replaceAll(value, '…'), text)
}
