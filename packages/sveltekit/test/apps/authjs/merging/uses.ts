// The members that one of the declaration files beside this one adds, in every place where an application meets them.
// This file does not import the entry points that are extended: the main ones have to bring them.
import type { AuthConfig } from '@authwright/core'
import Credentials from '@authwright/core/providers/credentials'
import { SvelteKitAuth } from '@authwright/sveltekit'

type Tenant = { tenant?: 'a' | 'b' }
type Role = { role?: 'admin' | 'guest' }
type Plan = { plan?: 'free' | 'paid' }

const callbacks: AuthConfig['callbacks'] = {
  signIn({ user, account, profile }) {
    const region: 'eu' | 'us' | undefined = account?.region
    const employee: 1 | 2 | undefined = profile?.employee
    const role: Role['role'] = user.role
    return region !== 'us' || employee === 1 || role === 'admin'
  },
  jwt({ token, user, account, profile }) {
    const employee: 1 | 2 | undefined = profile?.employee
    const region: 'eu' | 'us' | undefined = account?.region
    const role: Role['role'] = user.role ?? token.role
    return { ...token, role, employee, region }
  },
  session({ session, token, user }) {
    const tenant: Tenant['tenant'] = session.tenant
    const role: Role['role'] = token.role ?? session.user.role ?? user.role
    const plan: Plan['plan'] = user.plan ?? session.user.plan
    return { ...session, tenant, user: { ...session.user, role, plan } }
  },
}

export const { handle } = SvelteKitAuth({ providers: [Credentials], callbacks })
export const credentials = Credentials({ credentials: { code: { label: 'Code', hint: 'short' } } })

export const adapter: AuthConfig['adapter'] = {
  getUser: (id) => ({ id, email: 'ada@example.org', emailVerified: null, plan: 'free', role: 'guest' }),
}

export const load = async (locals: App.Locals, data: App.PageData): Promise<readonly unknown[]> => {
  const session = await locals.auth()
  const tenant: Tenant['tenant'] = session?.tenant ?? data.session?.tenant
  const role: Role['role'] = session?.user?.role ?? data.session?.user?.role
  return [tenant, role]
}
