import type { OAuthConfig } from '@authwright/core/providers'

/** What a list of providers contains: an entry, or the function that makes one. */
type Entry = object | ((options: never) => object)

const isOAuth = (entry: unknown): entry is OAuthConfig<never> =>
  typeof entry === 'object' && entry !== null && 'type' in entry && (entry.type === 'oauth' || entry.type === 'oidc')

const makeEntry = (entry: Entry): unknown =>
  typeof entry === 'function' ? (entry as (options: object) => unknown)({}) : entry

/** The emulator that `authwright dev` runs beside this process, or the one of this process. An empty address turns it off. */
const findOrigin = async (): Promise<string | undefined> => {
  const address = process.env['AUTHWRIGHT_EMULATOR']
  if (address === '') return undefined
  if (address !== undefined) return address
  const { originOfProcess } = await import('./emulator-of-process.ts')
  return originOfProcess()
}

const emulateAll = async (entries: readonly Entry[]): Promise<readonly Entry[]> => {
  const origin = await findOrigin()
  if (origin === undefined) return entries
  const [{ emulatorAt }, { emulated }, { providerMocks }] = await Promise.all([
    import('./at.ts'),
    import('./emulated.ts'),
    import('./provider-mocks.ts'),
  ])
  const emulator = emulatorAt(origin)
  return entries.map((entry) => {
    const made = makeEntry(entry)
    const hasMock = isOAuth(made) && providerMocks.some(({ id }) => id === made.id)
    return hasMock ? emulated(made, emulator) : entry
  })
}

/**
 * The providers of a config, which the emulator replaces while you develop, with `NODE_ENV=development`. Everywhere else, and
 * always in production, these are the providers that were passed. The emulator is the one of `authwright dev`. Without it, the
 * first call starts one in this process, at port 5183 or at a free one, and prints its address. It stays while your framework reloads your
 * code. Providers without a mock, e-mail, passwords and passkeys stay as they are.
 *
 * The call starts no emulator, and prints why, if `AUTH_URL` is an address of another machine, or in a worker thread.
 * `AUTHWRIGHT_EMULATOR=` (empty) turns the emulator off.
 *
 * @throws RangeError if the emulator is not on this machine
 * @example
 * export const config = { providers: await emulateInDevelopment([GitHub, Google]) }
 */
export const emulateInDevelopment = async <const Entries extends readonly Entry[]>(
  entries: Entries,
): Promise<[...Entries]> => {
  // Read here, so that a bundler removes the mocks from production.
  const replaced = process.env['NODE_ENV'] === 'development' ? await emulateAll(entries) : entries
  return [...replaced] as [...Entries]
}
