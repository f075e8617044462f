import type { Adapter } from '@authwright/core/adapters'
import type { Browser } from '@authwright/testing'
import { COOKIE, many, newAddress, type RaceSetup, setUpRaces, startOneUserProvider } from './race-setup.ts'

/** Prepares a sign-in until the callback of the provider. The returned function sends the callback. */
export const prepareCallback = async (setup: RaceSetup): Promise<() => Promise<Browser>> => {
  const browser = setup.open()
  const redirect = (await browser.post('/auth/signin/one', {})).location?.searchParams
  const parameters = new URLSearchParams({ code: 'code', state: redirect?.get('state') ?? '' })
  return async () => {
    await browser.get(`${redirect?.get('redirect_uri')}?${parameters}`)
    return browser
  }
}

/** Sends the callback of one new user from many browsers at once. */
export const firstSignIns = async (adapter: Adapter): Promise<{ users: number; signedIn: number }> => {
  const provider = await startOneUserProvider(newAddress())
  const setup = setUpRaces(adapter, provider.origin)
  const callbacks = await many(() => prepareCallback(setup))
  const browsers = await Promise.all(callbacks.map((send) => send()))
  await provider.close()
  const tokens = browsers.flatMap((browser) => browser.jar.value(COOKIE) ?? [])
  const pairs = await Promise.all(tokens.map(async (token) => adapter.getSessionAndUser?.(token)))
  return { users: new Set(pairs.map((pair) => pair?.user.id)).size, signedIn: tokens.length }
}
