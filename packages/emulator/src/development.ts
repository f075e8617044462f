import type { OAuthConfig } from '@authwright/core/providers'

/** What a list of providers contains: an entry, or the function that makes one. */
type Entry = object | ((options: never) => object)

const isOAuth = (entry: unknown): entry is OAuthConfig<never> =>
  typeof entry === 'object' && entry !== null && 'type' in entry && (entry.type === 'oauth' || entry.type === 'oidc')

const makeEntry = (entry: Entry): unknown =>
  typeof entry === 'function' ? (entry as (options: object) => unknown)({}) : entry

let wasWarned = false

const warnOnce = (): void => {
  if (!wasWarned)
    console.warn('The providers are not emulated: start the application with npx @authwright/cli dev -- <command>')
  wasWarned = true
}

/** The emulator that `authwright dev` runs beside this process. */
const findAddress = (): string | undefined => {
  const { NODE_ENV: mode, AUTHWRIGHT_EMULATOR: address } = process.env
  if (mode !== 'development') return undefined
  // An empty address turns the emulator off.
  if (address === undefined) warnOnce()
  return address === '' ? undefined : address
}

/**
 * The providers of a config, which the emulator replaces while you develop: in an application that
 * `authwright dev -- <command>` started, with `NODE_ENV=development`. Everywhere else, and always in production, these are the
 * providers that were passed. In development without the emulator, the terminal says once how to start it. Providers without a
 * mock, e-mail, passwords and passkeys stay as they are.
 *
 * @throws RangeError if the emulator is not on this machine
 * @example
 * export const config = { providers: await emulateInDevelopment([GitHub, Google]) }
 */
export const emulateInDevelopment = async <const Entries extends readonly Entry[]>(
  entries: Entries,
): Promise<[...Entries]> => {
  const address = findAddress()
  if (address === undefined) return [...entries]
  // Production loads no mock.
  const [{ emulatorAt }, { emulated }, { providerMocks }] = await Promise.all([
    import('./at.ts'),
    import('./emulated.ts'),
    import('./provider-mocks.ts'),
  ])
  const emulator = emulatorAt(address)
  const replaced = entries.map((entry) => {
    const made = makeEntry(entry)
    const hasMock = isOAuth(made) && providerMocks.some(({ id }) => id === made.id)
    return hasMock ? emulated(made, emulator) : entry
  })
  return replaced as [...Entries]
}
