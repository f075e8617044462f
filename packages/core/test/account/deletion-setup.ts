import type { AuthConfig, CredentialsConfig } from '../../src/index.ts'
import { location, ORIGIN, type TestBrowser } from '@authwright/test-kit/auth-setup'
import { callbackUrl, type TestProvider } from '@authwright/test-kit/oauth-provider'
import type { AccountSetup } from './account-setup.ts'

export const KEEP = `${ORIGIN}/auth/keep-account`

/** What the page asks that appears at a sign-in before the deletion. */
export const readKeepPage = async (browser: TestBrowser) => {
  const html = await (await browser.get('/auth/keep-account')).text()
  return {
    text: html.replaceAll(/<(style|script)[^]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ''),
    choices: [...html.matchAll(/name="choice" value="([a-z]+)"/g)].map(([, choice]) => choice),
    question: /name="question" value="([^"]*)"/.exec(html)?.[1] ?? '',
  }
}

type Method = 'provider' | 'password' | 'link by address'

/** A provider of another sign-in method than e-mail. */
export const providerFor = (method: Method, provider: TestProvider): AuthConfig['providers'][number] => {
  const password: CredentialsConfig = {
    id: 'password',
    name: 'Password',
    type: 'credentials',
    credentials: { id: {} },
    authorize: ({ id }) => ({ id: String(id), email: 'ann@example.org' }),
  }
  const links = method === 'link by address' ? { allowDangerousEmailAccountLinking: true } : {}
  return method === 'password' ? password : provider.config(links)
}

/** Sign in by this method as the user, who is Ann. */
export const signInBy = async (
  { memory, browser: open }: AccountSetup,
  method: Method,
  userId: string,
  browser: TestBrowser = open(),
): Promise<TestBrowser> => {
  if (method === 'provider')
    await memory.linkAccount({ provider: 'oa', providerAccountId: 'ann-1', type: 'oauth', userId })
  if (method === 'password') await browser.post('/auth/callback/password', { id: userId })
  else await browser.get(callbackUrl(location(await browser.post('/auth/signin/oa'))))
  return browser
}
