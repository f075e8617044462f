/**
 * What a route of the test application responds. The subject writes it by the means of its framework.
 * @example
 * const send = async (response: ServerResponse, { status, headers, cookies, body, rest }: Reply) => {
 *   response.writeHead(status, { ...headers, 'set-cookie': [...cookies] }).write(body)
 *   response.end(await rest?.())
 * }
 */
export interface Reply {
  /**
   * The HTTP status.
   * @example const toResponse = ({ status, body }: Reply) => new Response(body, { status })
   */
  readonly status: number
  /**
   * The headers by lower-case name, without `set-cookie`.
   * @example const toResponse = ({ headers, body }: Reply) => new Response(body, { headers })
   */
  readonly headers: Readonly<Record<string, string>>
  /**
   * Values of `set-cookie`. Each must be sent in a header line of its own.
   * @example const setCookies = (response: ServerResponse, { cookies }: Reply) => response.appendHeader('set-cookie', cookies)
   */
  readonly cookies: readonly string[]
  /**
   * The body as text. With `rest` it is the first part.
   * @example const end = (response: ServerResponse, { status, body }: Reply) => response.writeHead(status).end(body)
   */
  readonly body: string
  /**
   * What follows after the body has been sent, for a streamed response.
   * @example const text = async ({ body, rest }: Reply) => `${body}${(await rest?.()) ?? ''}`
   */
  readonly rest?: () => Promise<string>
}

/**
 * The body of a reply in its parts, for a framework that streams. The second part is made when the first one has been read, so that
 * the headers of the response have been sent.
 *
 * @example
 * const response = new Response(streamOf(protectedReply))
 */
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

/**
 * A reply as a `Response`, for frameworks with web responses.
 *
 * @example
 * const route = applicationRoutes['GET /api/me']
 * const handler = async () => responseOf(await missingReply(tools))
 */
export const responseOf = (reply: Reply): Response => {
  const headers = new Headers(reply.headers)
  for (const line of reply.cookies) headers.append('set-cookie', line)
  return new Response(reply.rest === undefined ? reply.body : streamOf(reply), { status: reply.status, headers })
}
