import { CredentialsSignin, SvelteKitAuth } from '@authwright/sveltekit'
import type { SvelteKitAuthConfig } from '@authwright/sveltekit'
import { defaultRuntime } from '@authwright/core'
import type { Runtime } from '@authwright/core'
import Credentials from '@authwright/core/providers/credentials'
import { ORIGIN, visit } from './kit.ts'
import type { Visit } from './kit.ts'

export const SECRET = 'a secret of the tests, long enough to be one'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

/** The password of Ann and Carol is `right`; Bob is locked out. */
export const passwords = Credentials({
  credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: ({ name, password }) => {
    if (name === 'bob') throw new Locked()
    if (password !== 'right') return null
    return name === 'ann' ? { id: '1', name: 'Ann' } : name === 'carol' ? { id: '2', name: 'Carol' } : null
  },
})

export const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }

export const options = {
  providers: [passwords],
  secret: SECRET,
  trustHost: true,
  logger: silent,
} satisfies SvelteKitAuthConfig

/** A clock that stands still until it is moved. */
export const clockRuntime = () => {
  let now = Date.parse('2030-01-01T12:00:00Z')
  const runtime: Runtime = { ...defaultRuntime, now: () => now }
  const forward = (seconds: number): void => {
    now += seconds * 1000
  }
  return { runtime, forward }
}

/** A site with a page `/signin` and a page `/signout`, as an application would have them. */
export const makeSite = (more: Partial<SvelteKitAuthConfig> = {}, runtime?: Runtime) =>
  SvelteKitAuth({ ...options, ...more }, runtime)

export type Site = ReturnType<typeof SvelteKitAuth>

/** Post a sign-in form to the page whose action is `signIn`. */
export const postSignIn = (
  site: Site,
  form: Readonly<Record<string, string>>,
  more: Partial<Visit> = {},
): Promise<Response> =>
  visit(site, { path: '/signin', form: { providerId: 'credentials', ...form }, ...more }, site.signIn)

export const ann = { name: 'ann', password: 'right' }

export { ORIGIN }
