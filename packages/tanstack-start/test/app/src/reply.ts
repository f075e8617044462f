import type { Reply } from '@authwright/testing/frameworks'

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

/** The reply as a `Response`. */
export const responseOf = (reply: Reply): Response => {
  const headers = new Headers(reply.headers)
  for (const line of reply.cookies) headers.append('set-cookie', line)
  return new Response(reply.rest === undefined ? reply.body : streamOf(reply), { status: reply.status, headers })
}
