import { createAuth } from '../../src/index.ts'
import { Credentials } from '../../src/providers/credentials.ts'
import { defaultRuntime, webEngine } from '../../src/runtime/platform.ts'
import { SECRET, TestBrowser } from '@authwright/test-kit/auth-setup'

/** The result of a scenario as plain data. It must be the same on every runtime. */
export type Outcome = Readonly<Record<string, unknown>>

export const password = Credentials({
  credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: (typed) =>
    typed.password === 'right' ? { id: 'u1', name: String(typed.name), email: 'ann@example.org' } : null,
})

export const emailOf = async (visitor: TestBrowser): Promise<string | null> =>
  (await visitor.session())?.user?.email ?? null

/** Cookies that the default engine seals open with the Web Cryptography engine, and the reverse. Changed cookies do not open. */
const byBothEngines = async (): Promise<Outcome> => {
  const config = { providers: [password], secret: SECRET, trustHost: true, session: { strategy: 'jwt' as const } }
  const own = createAuth(config)
  const web = createAuth(config, { ...defaultRuntime, crypto: webEngine })
  const clock = { now: defaultRuntime.now, forward: () => undefined }
  const readBy = async (sealing: typeof own, reading: typeof own): Promise<Outcome> => {
    const visitor = new TestBrowser(sealing, clock)
    await visitor.post('/auth/callback/credentials', { name: 'Ann', password: 'right' })
    const opened = await emailOf(new TestBrowser(reading, clock, Object.fromEntries(visitor.cookies)))
    const altered = [...visitor.cookies].map(([name, value]) => [name, `${value.slice(0, -3)}AAA`])
    return { opened, altered: await emailOf(new TestBrowser(reading, clock, Object.fromEntries(altered))) }
  }
  return { ownThenWeb: await readBy(own, web), webThenOwn: await readBy(web, own), webAlone: await readBy(web, web) }
}

/** The default engine of the runtime, and whether both engines are compatible. This file uses no Node module. */
export const live = async (): Promise<Outcome> => ({
  engine: defaultRuntime.crypto.name,
  engines: await byBothEngines(),
})
