import type { Provider } from '@authwright/core/providers'
import { credentialsOf, type Expected, type Json, type Person, type ProviderMock } from '../../src/index.ts'
import type { Browser } from '@authwright/testing'
import type { Application, Setup } from './application.ts'

/** The result of a sign-in: the user that the application sees, or where it stopped. */
export type Outcome = { readonly seen: Required<Expected> | Expected } | { readonly stopped: string }

/** A provider function of the catalog. */
export type Make = (options?: Record<string, unknown>) => Extract<Provider, { readonly id: string }>

/** The variables that configure an entry. */
export const environmentOf = ({ id, options }: ProviderMock): Readonly<Record<string, string>> => {
  const { clientId, clientSecret } = credentialsOf(id)
  const name = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
  const issuer = typeof options?.['issuer'] === 'string' ? { [`${name}_ISSUER`]: options['issuer'] } : {}
  return { [`${name}_ID`]: clientId, [`${name}_SECRET`]: clientSecret, ...issuer }
}

/** The options that no variable sets. */
export const ownOptions = ({ options = {} }: ProviderMock): Json => {
  const { issuer: _byVariable, ...own } = options
  return own
}

const describeFailure = (setup: Setup, page: { status: number; url: URL; text: string }): string => {
  const [error] = setup.errors
  const cause = error?.cause === undefined ? '' : ` ${JSON.stringify(error.cause)}`
  return `${page.status} at ${page.url.href}: ${error === undefined ? page.text.slice(0, 200) : `${error.message}${cause}`}`
}

/** Submits the forms of a response by POST: the provider's page, then the application's page that posts it again. */
const submitForms = async (browser: Browser, origin: string): Promise<void> => {
  for (let i = 0; i < 2; i += 1) {
    const page = browser.page()
    const [form] = page?.forms ?? []
    if (page === undefined || form === undefined || form.method !== 'POST') return
    if (!form.action.href.startsWith(`${origin}/auth/callback/`)) return
    await browser.submit({}, { redirect: 'follow' })
  }
}

const signIn = async (
  { origin }: Application,
  { id }: ProviderMock,
  { browser }: Setup,
  choice: Readonly<Record<string, string>>,
) => {
  const { csrfToken } = (await browser.get('/auth/csrf')).json() as { readonly csrfToken: string }
  const start = await browser.post(`/auth/signin/${id}`, { csrfToken }, { redirect: 'follow' })
  if (start.status !== 200 || start.url.origin === origin) return start
  await browser.submit(choice, { redirect: 'follow' })
  await submitForms(browser, origin)
  return browser.page() ?? start
}

const findOutcome = async ({ adapter, browser, errors }: Setup): Promise<Outcome> => {
  const session: unknown = (await browser.get('/auth/session')).json()
  const { accounts, users } = adapter.state()
  const [account] = accounts.values()
  const [user] = users.values()
  if (session === null || account === undefined || user === undefined) {
    return { stopped: errors[0]?.message ?? 'no session' }
  }
  const { name, email, image, emailVerified } = user
  return {
    seen: {
      id: account.providerAccountId,
      ...(name ? { name } : {}),
      ...(email ? { email } : {}),
      ...(image ? { image } : {}),
      emailVerified: emailVerified instanceof Date,
    },
  }
}

/** Signs in at a provider as one user, entirely over HTTP. */
export const signInAs = async (
  application: Application,
  mock: ProviderMock,
  entry: Provider,
  env: Readonly<Record<string, string>>,
  person: Person,
): Promise<Outcome> => {
  const setup = application.serve(entry, env)
  const end = await signIn(application, mock, setup, { person: person.id })
  if (setup.errors.length > 0 || end.status >= 400 || end.url.origin !== application.origin)
    return { stopped: describeFailure(setup, end) }
  return findOutcome(setup)
}

/** Denies the request at a provider. Returns the URL where the browser ends. */
export const deny = async (
  application: Application,
  mock: ProviderMock,
  entry: Provider,
  env: Readonly<Record<string, string>>,
): Promise<URL> => {
  const setup = application.serve(entry, env)
  return (await signIn(application, mock, setup, { deny: 'yes' })).url
}
