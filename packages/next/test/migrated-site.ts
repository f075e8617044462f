import { serve, type RunningApp } from '@authwright/test-kit/installed-application'
import { browserOf } from '@authwright/testing/frameworks'
import { onTestFinished } from 'vitest'
import { server } from './subject.ts'

/** Where browsers find the application. */
export const ORIGIN = 'https://app.test'

export type Browser = ReturnType<typeof browserOf>

/** An application behind a proxy that ends TLS. Another one can take its place, which browsers do not notice. */
export const deploy = async (application: string, environment: Readonly<Record<string, string>>) => {
  const listener = { origin: '' }
  let running: RunningApp | undefined
  const replaceBy = async (next: string): Promise<void> => {
    await running?.stop()
    running = await serve(next, environment, server)
    listener.origin = running.origin
  }
  onTestFinished(async () => running?.stop())
  await replaceBy(application)
  return { replaceBy, newBrowser: () => browserOf(listener, ORIGIN) }
}

/** Signs in with the password of the applications, by the routes that next-auth and Authwright have. */
export const signIn = async (browser: Browser, username: string): Promise<void> => {
  const { csrfToken } = (await browser.get('/api/auth/csrf')).json() as { readonly csrfToken: string }
  await browser.post('/api/auth/callback/credentials', { csrfToken, username, password: 'right', callbackUrl: '/' })
}

/** The names of the session cookies. */
export const sessionCookies = ({ jar }: Browser): readonly string[] =>
  jar.list().flatMap(({ name }) => (name.includes('session-token') ? [name] : []))
