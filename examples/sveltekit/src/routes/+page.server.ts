import { fail } from '@sveltejs/kit'
import type { Cookies } from '@sveltejs/kit'
import { METHOD_COOKIE, methodName } from '#lib/method.ts'
import { recentActivity } from '#lib/server/activity.ts'
import { DEMO_USER } from '#lib/server/users.ts'
import { STRATEGY_COOKIE, readStrategy } from '#lib/strategy.ts'
import type { Strategy } from '#lib/strategy.ts'
import type { Actions, PageServerLoad } from './$types'

const NAMES: Record<Strategy, string> = { database: 'authwright.session-token', jwt: 'authwright.jwt-session' }

/** The size of the session cookie. Its value is not sent to the page, because it is the session. */
const measureCookie = (cookies: Cookies, name: string): { name: string; bytes: number } | null => {
  const bytes = cookies
    .getAll()
    .filter((cookie) => cookie.name === name || cookie.name.startsWith(`${name}.`))
    .reduce((sum, cookie) => sum + cookie.value.length, 0)
  return bytes === 0 ? null : { name, bytes }
}

export const load: PageServerLoad = async ({ locals, cookies }) => {
  const session = await locals.auth()
  const strategy = readStrategy(cookies.get(STRATEGY_COOKIE))
  return {
    strategy,
    cookie: measureCookie(cookies, NAMES[strategy]),
    method: methodName(cookies.get(METHOD_COOKIE)),
    activity: session?.user?.id === undefined ? [] : recentActivity(session.user.id),
    user: DEMO_USER,
  }
}

export const actions: Actions = {
  strategy: async ({ request, cookies }) => {
    const chosen = (await request.formData()).get('strategy')
    if (chosen !== 'database' && chosen !== 'jwt') return fail(400)
    cookies.set(STRATEGY_COOKIE, chosen, { path: '/', secure: false, httpOnly: true, sameSite: 'lax' })
    return {}
  },
}
