import type { ServerResponse } from 'node:http'
import { html, type Insert, type Markup } from '../local-server/markup.ts'
import { page } from '../local-server/render-page.ts'
import type { Mail } from './mail.ts'
import { refreshScript } from './refresh-script.ts'

/** A click in a mail may navigate the whole page or open an ordinary tab. */
const LEAVING = 'allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox'

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** When a mail arrived, such as "2 minutes ago". */
const describeAgo = (received: Date, now: number): string => {
  const seconds = Math.max(0, (now - received.getTime()) / 1000)
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? []
  return unit === undefined || length === undefined ? 'just now' : ago.format(-Math.floor(seconds / length), unit)
}

const timeOf = ({ received }: Mail, now: number): Markup =>
  html`<time datetime="${received.toISOString()}" title="${exact.format(received)}"
    >${describeAgo(received, now)}</time
  >`

/** Text whose URLs are links. */
const linked = (text: string): Insert =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part))

const framePath = (mail: Mail): string => `/mails/${mail.id}.html`

/** One mail. The newest one is open. The script adds new articles and leaves the others alone. */
const article = (mail: Mail, isOpen: boolean, now: number): Markup => {
  const sender = mail.fromName === '' ? mail.from : mail.fromName
  const [initial = '?'] = sender.toUpperCase()
  const text = html`<pre>${linked(mail.text)}</pre>`
  const frame = html`<iframe src="${framePath(mail)}" sandbox="${LEAVING}" title="${mail.subject}"></iframe>`
  return html`<article id="mail-${mail.id}">
    <details ${isOpen ? html`open` : ''}>
      <summary>
        <span class="avatar" aria-hidden="true">${initial}</span>
        <span class="about"><strong>${sender}</strong><span>${mail.subject}</span></span>
        ${timeOf(mail, now)}
      </summary>
      <div class="mail">
        <h2>${mail.subject}</h2>
        <p class="soft">From ${mail.from} to ${mail.to.join(', ')}</p>
        ${mail.html === '' ? text : frame}
        ${
          mail.html === ''
            ? ''
            : html`<details>
                <summary>Text</summary>
                ${text}
              </details>`
        }
      </div>
    </details>
  </article>`
}

/** All mails, the newest first. A script adds the mails that arrive. */
export const inboxPage = (mails: readonly Mail[], now: number): Markup =>
  page(
    'Mailbox',
    html`<main class="wide">
      <h1>Mailbox</h1>
      <p class="soft">
        Every mail of this machine's applications ends here. None leaves this machine. New mails appear by themselves.
      </p>
      <noscript
        ><p><a href="/">Show new mails</a></p></noscript
      >
      <p class="soft" id="empty" ${mails.length === 0 ? '' : html`hidden`}>No mail yet.</p>
      <div id="mails">${mails.toReversed().map((mail, i) => article(mail, i === 0, now))}</div>
    </main>`,
    refreshScript,
  )

/** Images of applications on this machine, such as the logo of a theme, and no others. */
const IMAGES = 'data: http://localhost:* http://127.0.0.1:*'

/**
 * Sends the HTML part of a mail in a sandbox: no script, no remote image, no access to this origin. Only a click may
 * navigate. The policy is part of the response, so it also applies outside the frame.
 */
export const sendHtmlPart = (response: ServerResponse, mail: Mail): void => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src ${IMAGES}; frame-ancestors 'self'; sandbox ${LEAVING}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  // The first base element wins, so a mail cannot set another target.
  response.end(`<!doctype html><base target="_top">${mail.html}`)
}
