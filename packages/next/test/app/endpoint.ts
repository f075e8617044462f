import { applicationRoutes, responseOf, type ApplicationRoute } from '@authwright/testing/frameworks/application'
import type { NextRequest } from 'next/server'
import { auth, signIn, signOut, update } from './auth'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

/** A route handler of the application. */
export const endpoint =
  (key: string) =>
  async (request: NextRequest): Promise<Response> => {
    const route = routes[key]
    if (route === undefined) throw new Error(`There is no route ${key}`)
    const reply = await route({
      query: request.nextUrl.searchParams,
      auth: () => auth(),
      signIn: (provider, { fields, redirectTo }) => signIn(provider, { ...fields, redirectTo, redirect: false }),
      signOut: () => signOut({ redirectTo: '/', redirect: false }),
      update: (data) => update(data),
    })
    return responseOf(reply)
  }

/** A route handler that renews the session. */
export const renewing = (key: string) => auth(endpoint(key))
