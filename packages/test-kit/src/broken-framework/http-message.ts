/** The head of a request, or a response with its body. Each character of the body is one byte. */
export interface HttpMessage {
  /** The first line. */
  readonly start: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

const END = '\r\n\r\n'

/** The value of the first header with this name. */
export const headerOf = ({ headers }: HttpMessage, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1]

/** The message without the headers of this name, and with the given ones in their place. */
export const withHeader = (message: HttpMessage, name: string, ...values: readonly string[]): HttpMessage => ({
  ...message,
  headers: [
    ...message.headers.filter(([each]) => each.toLowerCase() !== name),
    ...values.map((value) => [name, value] as const),
  ],
})

/** The path of a request, without its query. */
export const pathOf = ({ start }: HttpMessage): string => (start.split(' ')[1] ?? '').split('?')[0] ?? ''

/** The status of a response. */
export const statusOf = ({ start }: HttpMessage): number => Number(start.split(' ')[1])

/** Reads the head of a message; `undefined` if it has not arrived yet. The rest is the body. */
export const readMessage = (text: string): HttpMessage | undefined => {
  const end = text.indexOf(END)
  if (end < 0) return undefined
  const [start = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  return { start, headers, body: text.slice(end + END.length) }
}

/** The text of a message. */
export const writeMessage = ({ start, headers, body }: HttpMessage): string =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n') + END + body

/** The body without the sizes of its chunks (RFC 9112 §7.1). */
const joinChunks = (text: string): string => {
  let [rest, body] = [text, '']
  for (;;) {
    const lineEnd = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, lineEnd), 16)
    if (lineEnd < 0 || !(size > 0)) return body
    body += rest.slice(lineEnd + 2, lineEnd + 2 + size)
    rest = rest.slice(lineEnd + 2 + size + 2)
  }
}

/** Reads a response that has arrived whole. Its body ends with the connection. */
export const readResponse = (text: string): HttpMessage | undefined => {
  const message = readMessage(text)
  if (message === undefined) return undefined
  const isChunked = headerOf(message, 'transfer-encoding') === 'chunked'
  const body = isChunked ? joinChunks(message.body) : message.body
  const own = withHeader(withHeader(message, 'transfer-encoding'), 'connection', 'close')
  return { ...withHeader(own, 'content-length'), body }
}
