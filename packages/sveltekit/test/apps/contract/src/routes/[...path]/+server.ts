import {
  applicationRoutes,
  missingReply,
  responseOf,
  type ApplicationRoute,
} from '@authwright/testing/frameworks/application'
import { isRedirect, type RequestEvent, type RequestHandler } from '@sveltejs/kit'
import { signIn, signOut } from '../../auth'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

/** An event with the form that an action gets. */
const withForm = (event: RequestEvent, fields: Readonly<Record<string, string>>): RequestEvent => {
  const { url, headers } = event.request
  const own = new Headers(headers)
  own.delete('content-type')
  own.delete('content-length')
  const request = new Request(url, { method: 'POST', headers: own, body: new URLSearchParams(fields) })
  return { ...event, request }
}

/** The address that an action redirects to. */
const targetOf = async (result: Promise<unknown>): Promise<string> => {
  try {
    await result
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.location
    throw thrown
  }
  throw new Error('The action did not redirect')
}

/** The routes of the contract that are no pages. */
export const fallback: RequestHandler = async (event) => {
  const { cookies, locals, request, url } = event
  const route = routes[`${request.method} ${url.pathname}`] ?? missingReply
  const reply = await route({
    query: url.searchParams,
    auth: locals.auth,
    signIn: (providerId, { fields, redirectTo = '/' }) =>
      targetOf(signIn(withForm(event, { ...(fields as Record<string, string>), providerId, redirectTo }))),
    signOut: () => targetOf(signOut(withForm(event, { redirectTo: '/' }))),
    update: () => Promise.reject(new Error('SvelteKitAuth has no function for it')),
  })
  for (const line of reply.cookies) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
    cookies.set(name, value, { path: '/', httpOnly: false, secure: false, sameSite: false })
  }
  return responseOf({ ...reply, cookies: [] })
}
