import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { makeDecisionStore } from './inspector/decisions.ts'
import { inspectorPage, inspectorScript } from './inspector/inspector-page.ts'
import { toTimelines } from './inspector/timeline.ts'
import { startLoopback, type Handler } from './local-server/loopback.ts'
import { html } from './local-server/markup.ts'
import { page, sendPage } from './local-server/render-page.ts'

/**
 * Options of `startInspector`.
 * @example const options: InspectorOptions = { port: 5185 }
 */
export interface InspectorOptions {
  /**
   * The port of the page. @default 0, a free port
   * @example port: 5185
   */
  readonly port?: number
}

/**
 * A running inspector.
 * @example const printAddress = ({ url }: Inspector) => console.log(`The inspector is at ${url}`)
 */
export interface Inspector {
  /** The page, on 127.0.0.1, with the key without which nothing is served. */
  readonly url: string
  /**
   * Stops it.
   * @example
   * const inspector = await startInspector({ port: 5185 })
   * await inspector.close()
   */
  readonly close: () => Promise<void>
}

/** Bytes of a posted body. */
const LONGEST = 4_000_000

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > LONGEST) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const notFound = page(
  'Not found',
  html`<main class="card">
    <h1>Not found</h1>
    <p>Open the address that the command printed: it has a key.</p>
  </main>`,
)

const handlerOf = (key: string): Handler => {
  const store = makeDecisionStore()
  const expected = digest(key)
  return async (request, response) => {
    const [, given = '', path, ...more] = (request.url ?? '/').split('/')
    // A page of another site can send requests to this address, but it does not know the key.
    const isKnown = timingSafeEqual(digest(given), expected) && more.length === 0
    if (isKnown && path === '' && request.method === 'GET')
      return sendPage(response, 200, inspectorPage(toTimelines(store.list())), 'no-referrer', inspectorScript)
    if (!isKnown || path !== 'records' || request.method !== 'POST') return sendPage(response, 404, notFound)
    store.add(await readJson(request))
    response.writeHead(204, { 'cache-control': 'no-store' })
    response.end()
  }
}

/**
 * Starts the inspector on this machine: a page that shows each sign-in of an application as a timeline. `authwright dev`
 * starts it beside the application, which sends its decisions to it.
 *
 * @example
 * const inspector = await startInspector()
 * // open inspector.url in a browser
 * await inspector.close()
 */
export const startInspector = async ({ port = 0 }: InspectorOptions = {}): Promise<Inspector> => {
  const key = randomBytes(16).toString('hex')
  const { origin, close } = await startLoopback(port, () => handlerOf(key))
  return { url: `${origin}/${key}/`, close }
}
