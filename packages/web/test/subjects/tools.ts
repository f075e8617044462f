import { applicationRoutes, type ApplicationRoute, type Reply } from '@authwright/testing/frameworks'

const headersOf = ({ headers, cookies }: Reply): Headers => {
  const all = new Headers(headers)
  for (const line of cookies) all.append('set-cookie', line)
  return all
}

/** The body of a reply in parts. */
export const streamOf = ({ body, rest }: Reply): ReadableStream<Uint8Array> => {
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

/** A reply as a response. */
export const responseOf = (reply: Reply): Response =>
  new Response(reply.rest === undefined ? reply.body : streamOf(reply), {
    status: reply.status,
    headers: headersOf(reply),
  })

/** A response of `fetch`, whose headers cannot be changed: that of another route, for a signed-out user. */
export const fetched = (url: string): Promise<Response> => fetch(new URL('/own-cookie', url))

/** The routes of the test application, by method and path. */
export const routes: Readonly<Record<string, ApplicationRoute>> = applicationRoutes
