import type { IncomingMessage } from 'node:http'

const LIMIT = 16_384

/**
 * The fields of a posted form. Throws when the body is larger than 16 KiB.
 *
 * @example
 * createServer(async (request, response) => {
 *   response.end((await readForm(request)).get('email'))
 * })
 */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LIMIT) throw new Error('The form is too large.')
  }
  return new URLSearchParams(text)
}
