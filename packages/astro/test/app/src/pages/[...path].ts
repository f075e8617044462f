import { applicationRoutes, missingReply, type ApplicationRoute, type Reply } from '@authwright/testing/frameworks'
import type { APIRoute } from 'astro'

const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes

const bytes = new TextEncoder()

const streamOf = ({ body, rest }: Reply) =>
  new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes.encode(body))
      controller.enqueue(bytes.encode(await rest?.()))
      controller.close()
    },
  })

/** The routes of the contract that have no page of their own. */
export const ALL: APIRoute = async ({ request, url, params, locals }) => {
  const route = routes[`${request.method} /${params['path'] ?? ''}`] ?? missingReply
  const { auth, signIn, signOut, update } = locals
  const reply = await route({ query: url.searchParams, auth, signIn, signOut, update })
  const response = new Response(reply.rest === undefined ? reply.body : streamOf(reply), {
    status: reply.status,
    headers: reply.headers,
  })
  for (const line of reply.cookies) response.headers.append('set-cookie', line)
  return response
}
