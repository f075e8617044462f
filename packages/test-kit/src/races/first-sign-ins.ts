import type { Adapter } from '@authwright/core/adapters'
import type { Browser } from '@authwright/testing'
import { COOKIE, many, newAddress, type Site, siteOver, startProvider } from './setup.ts'

/** Somebody whom the provider is about to send back. */
export const enterBy = async (site: Site): Promise<() => Promise<Browser>> => {
  const browser = site.open()
  const asked = (await browser.post('/auth/signin/one', {})).location?.searchParams
  const answer = new URLSearchParams({ code: 'code', state: asked?.get('state') ?? '' })
  return async () => {
    await browser.get(`${asked?.get('redirect_uri')}?${answer}`)
    return browser
  }
}

/** What comes of fifty browsers in which one person comes back from a provider for the first time, at the same instant. */
export const firstSignIns = async (adapter: Adapter): Promise<{ users: number; signedIn: number }> => {
  const provider = await startProvider(newAddress())
  const site = siteOver(adapter, provider.origin)
  const ways = await many(() => enterBy(site))
  const browsers = await Promise.all(ways.map((way) => way()))
  await provider.close()
  const tokens = browsers.flatMap((browser) => browser.jar.value(COOKIE) ?? [])
  const pairs = await Promise.all(tokens.map(async (token) => adapter.getSessionAndUser?.(token)))
  return { users: new Set(pairs.map((pair) => pair?.user.id)).size, signedIn: tokens.length }
}
