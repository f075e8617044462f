import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** The response to a request with this `Host`, which `fetch` does not let a caller set. */
export const getWithHost = async (
  url: string,
  host: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { setHost: false, headers: { host } }, resolve).on('error', reject)
  })
  return { status: response.statusCode, body: await text(response) }
}
