import { inboxPage, sendHtmlPart } from './mailbox/pages.ts'
import { makeShelf, type Shelf } from './mailbox/shelf.ts'
import { startSmtp } from './mailbox/smtp.ts'
import type { Mail } from './mailbox/mail.ts'
import { startLoopback, type Handler } from './local-server/loopback.ts'
import { html } from './local-server/markup.ts'
import { page, sendPage } from './local-server/page.ts'

export { linksOf, type Mail } from './mailbox/mail.ts'

/** How a mailbox is started. */
export interface MailboxOptions {
  /** Where mail is received. @default 0, a free one */
  readonly smtpPort?: number
  /** Where mail is shown. @default 0, a free one */
  readonly httpPort?: number
}

/** A running mailbox. */
export interface Mailbox {
  /** What a mail library is given: `smtp://127.0.0.1:<port>`. */
  readonly smtpUrl: string
  /** Where a person reads the mails; `/mails.json` holds them for programs. */
  readonly url: string
  /** All mails, the oldest first. */
  list(): readonly Mail[]
  /**
   * The next mail to an address: the oldest that was not yet handed out, waiting for one if need be. Rejects after `within` milliseconds
   * (default 10,000).
   */
  next(address: string, within?: number): Promise<Mail>
  clear(): void
  close(): Promise<void>
}

const handlerOf =
  (shelf: Shelf, origin: string): Handler =>
  (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname === '/') return sendPage(response, 200, inboxPage(shelf.list()))
    if (pathname === '/mails.json') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      return void response.end(JSON.stringify(shelf.list()))
    }
    const mail = shelf.list().find((candidate) => pathname === `/mails/${candidate.id}.html`)
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
 * Starts a mailbox on this machine: an SMTP server that keeps what it gets in memory, and a page that shows it.
 *
 * @example
 * const mailbox = await startMailbox()
 * // send something to ada@example.org by mailbox.smtpUrl
 * const mail = await mailbox.next('ada@example.org')
 * await mailbox.close()
 */
export const startMailbox = async (options: MailboxOptions = {}): Promise<Mailbox> => {
  const shelf = makeShelf()
  const smtp = await startSmtp(options.smtpPort ?? 0, shelf.add)
  const web = await startLoopback(options.httpPort ?? 0, (origin) => handlerOf(shelf, origin)).catch(
    async (error: unknown) => {
      await smtp.close()
      throw error
    },
  )
  const close = async () => {
    await Promise.all([smtp.close(), web.close()])
  }
  const next = (address: string, within = 10_000) => shelf.next(address, within)
  return { smtpUrl: smtp.url, url: `${web.origin}/`, list: shelf.list, next, clear: shelf.clear, close }
}
