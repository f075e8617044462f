import { vi } from 'vitest'
import { createClient } from '@authwright/client'
import { openPage } from './page.ts'

/** A tab of a browser whose events a test triggers. */
export const openTab = ({ navigation = 'navigate' } = {}) => {
  openPage('https://app.example/here')
  const [page, view] = [Object.assign(new EventTarget(), { hidden: false }), new EventTarget()]
  const network = { onLine: true }
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', view.addEventListener.bind(view))
  vi.stubGlobal('navigator', network)
  // Node's `fetch` uses the other members, also for requests of other test files.
  const entry = Object.assign(performance.mark('navigation'), { type: navigation })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry])
  return {
    hide: () => {
      page.hidden = true
      page.dispatchEvent(new Event('visibilitychange'))
    },
    focus: () => {
      page.hidden = false
      page.dispatchEvent(new Event('visibilitychange'))
    },
    goOffline: () => {
      network.onLine = false
    },
    goOnline: () => {
      network.onLine = true
      view.dispatchEvent(new Event('online'))
    },
    show: ({ persisted }: { readonly persisted: boolean }) =>
      view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  }
}

const address = (input: RequestInfo | URL): string => (input instanceof Request ? input.url : String(input))

/** A server whose session a test changes. It counts the requests for the session. */
export const sessionServer = (first: () => Response | Promise<Response>) => {
  let respond = first
  let requests = 0
  let aborted = 0
  const client = createClient({
    fetch: async (input, init) => {
      if (!address(input).endsWith('/session')) return Response.json({ url: '/next' })
      if (init?.method !== 'POST') requests += 1
      const signal = init?.signal
      // As `fetch` does, reject as soon as the request is aborted.
      const abortion = new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => {
          aborted += 1
          reject(signal.reason as Error)
        }),
      )
      return Promise.race([respond(), abortion])
    },
  })
  return {
    client,
    requests: () => requests,
    aborted: () => aborted,
    change: (next: () => Response | Promise<Response>) => {
      respond = next
    },
  }
}
