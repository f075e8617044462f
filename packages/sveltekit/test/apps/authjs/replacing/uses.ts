// What an application can use if its app.d.ts replaces modules. It works in the same places with Auth.js.
import type { AdapterUser } from '@authwright/core/adapters'
import type { JWT } from '@authwright/core/jwt'
import type { Session } from '@authwright/core/types'
import GitHub from '@authwright/sveltekit/providers/github'
import { SvelteKitAuth, type Session as SveltekitSession } from '@authwright/sveltekit'

export const { handle } = SvelteKitAuth({
  providers: [GitHub],
  callbacks: { jwt: ({ token }) => ({ ...token, role: 'admin' }) },
})

export const load = async (locals: App.Locals, data: App.PageData): Promise<readonly ('a' | 'b' | undefined)[]> => {
  const session = await locals.auth()
  return [session?.tenant, data.session?.tenant]
}

export const readSession = (session: SveltekitSession): Session => session
export const readRole = (token: JWT): 'admin' | 'guest' | undefined => token.role
export const readPlan = (user: AdapterUser): 'free' | 'paid' => user.plan
