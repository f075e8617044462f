import { inboxPage, sendHtmlPart } from './mailbox/mail-pages.ts'
import { makeMailStore, type MailStore } from './mailbox/mail-store.ts'
import { refreshScript } from './mailbox/refresh-script.ts'
import { startSmtp } from './mailbox/smtp.ts'
import type { Mail } from './mailbox/mail.ts'
import { startLoopback, type Handler } from './local-server/loopback.ts'
import { html } from './local-server/markup.ts'
import { page, sendPage } from './local-server/render-page.ts'

export { linksOf, type Mail } from './mailbox/mail.ts'

/**
 * Options of `startMailbox`.
 * @example const options: MailboxOptions = { smtpPort: 1025, httpPort: 8025 }
 */
export interface MailboxOptions {
  /**
   * The SMTP port. @default 0, a free port
   * @example smtpPort: 1025
   */
  readonly smtpPort?: number
  /**
   * The HTTP port. @default 0, a free port
   * @example httpPort: 8025
   */
  readonly httpPort?: number
}

/**
 * A running mailbox.
 * @example const findLink = async (mailbox: Mailbox, address: string) => linksOf(await mailbox.next(address))[0]
 */
export interface Mailbox {
  /** For a mail library: `smtp://127.0.0.1:<port>`. */
  readonly smtpUrl: string
  /** The page that shows the mails. `/mails.json` has them as JSON. */
  readonly url: string
  /**
   * All mails, the oldest first.
   * @example const subjects = mailbox.list().map(({ subject }) => subject)
   */
  list(): readonly Mail[]
  /**
   * The next mail to an address: the oldest that `next` has not returned yet. Waits for one, and rejects after `within`
   * milliseconds (default 10,000).
   * @example const [link] = linksOf(await mailbox.next('ada@example.com'))
   */
  next(address: string, within?: number): Promise<Mail>
  /**
   * Deletes all e-mails.
   * @example mailbox.clear()
   */
  clear(): void
  /**
   * Stops both servers.
   * @example await mailbox.close()
   */
  close(): Promise<void>
}

const handlerOf =
  (store: MailStore, origin: string): Handler =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname === '/')
      return sendPage(response, 200, inboxPage(store.list(), Date.now()), 'no-referrer', refreshScript)
    if (pathname === '/mails.json') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      return void response.end(JSON.stringify(store.list()))
    }
    const mail = store.list().find((candidate) => pathname === `/mails/${candidate.id}.html`)
    if (mail !== undefined) return sendHtmlPart(response, mail)
    return sendPage(
      response,
      404,
      page(
        'Not found',
        html`<main class="card">
          <h1>Not found</h1>
          <a href="/">Mailbox</a>
        </main>`,
      ),
    )
  }

/**
 * Starts a mailbox on this machine: an SMTP server that keeps received mails in memory, and a page that shows them.
 *
 * @example
 * const mailbox = await startMailbox()
 * // send a mail to ada@example.org through mailbox.smtpUrl
 * const mail = await mailbox.next('ada@example.org')
 * await mailbox.close()
 */
export const startMailbox = async (options: MailboxOptions = {}): Promise<Mailbox> => {
  const store = makeMailStore()
  const smtp = await startSmtp(options.smtpPort ?? 0, store.add)
  const web = await startLoopback(options.httpPort ?? 0, (origin) => handlerOf(store, origin)).catch(
    async (error: unknown) => {
      await smtp.close()
      throw error
    },
  )
  const close = async () => {
    await Promise.all([smtp.close(), web.close()])
  }
  const next = (address: string, within = 10_000) => store.next(address, within)
  return { smtpUrl: smtp.url, url: `${web.origin}/`, list: store.list, next, clear: store.clear, close }
}
