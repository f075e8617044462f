import { applicationRoutes, type ApplicationRoute, type Reply } from '@authwright/testing/frameworks/application'
import type { NextRequest } from 'next/server'
import { auth, signIn, signOut, update } from './auth'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

const streamOf = ({ body, rest }: Reply): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder()
  let isFirst = true
  return new ReadableStream(
    {
      pull: async (controller) => {
        if (isFirst) controller.enqueue(bytes.encode(body))
        else {
          controller.enqueue(bytes.encode(await rest?.()))
          controller.close()
        }
        isFirst = false
      },
    },
    { highWaterMark: 0 },
  )
}

export const responseOf = (reply: Reply): Response => {
  const headers = new Headers(reply.headers)
  for (const line of reply.cookies) headers.append('set-cookie', line)
  return new Response(reply.rest === undefined ? reply.body : streamOf(reply), { status: reply.status, headers })
}

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
