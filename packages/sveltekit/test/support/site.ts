import { CredentialsSignin, SvelteKitAuth, type SvelteKitAuthConfig } from '@authwright/sveltekit'
import { defaultRuntime, type Runtime } from '@authwright/core'
import Credentials from '@authwright/core/providers/credentials'
import { ORIGIN, visit, type AppRequest } from './kit.ts'

export const SECRET = 'a secret of the tests, long enough to be one'

class Locked extends CredentialsSignin {
  override code = 'locked'
}

/** Ann and Carol have the password `right`; Bob is locked. */
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

/** A clock that changes only by `forward`. */
export const clockRuntime = () => {
  let now = Date.parse('2030-01-01T12:00:00Z')
  const runtime: Runtime = { ...defaultRuntime, now: () => now }
  const forward = (seconds: number): void => {
    now += seconds * 1000
  }
  return { runtime, forward }
}

/** An application on the default options. */
export const makeSite = (more: Partial<SvelteKitAuthConfig> = {}, runtime?: Runtime) =>
  SvelteKitAuth({ ...options, ...more }, runtime)

export type Site = ReturnType<typeof SvelteKitAuth>

/** Post a sign-in form to a page with the action `signIn`. */
export const postSignIn = (
  site: Site,
  form: Readonly<Record<string, string>>,
  request: Partial<AppRequest> = {},
): Promise<Response> =>
  visit(site, { path: '/signin', form: { providerId: 'credentials', ...form }, ...request }, site.signIn)

export const ann = { name: 'ann', password: 'right' }

export { ORIGIN }
