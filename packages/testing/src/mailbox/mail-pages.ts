import type { ServerResponse } from 'node:http'
import { html, type Insert, type Markup } from '../local-server/markup.ts'
import { page } from '../local-server/render-page.ts'
import type { Mail } from './mail.ts'

/** A click in a mail may navigate the whole page or open an ordinary tab. */
const LEAVING = 'allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox'

/** Text whose URLs are links. */
const linked = (text: string): Insert =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : part))

const framePath = (mail: Mail): string => `/mails/${mail.id}.html`

const article = (mail: Mail): Markup =>
  html`<article>
    <h2>${mail.subject}</h2>
    <p class="soft">To ${mail.to.join(', ')} · from ${mail.from} · ${mail.received.toISOString()}</p>
    ${mail.html === '' ? '' : html`<iframe src="${framePath(mail)}" sandbox="${LEAVING}" title="${mail.subject}"></iframe>`}
    <details ${mail.html === '' ? html`open` : ''}>
      <summary>Text</summary>
      <pre>${linked(mail.text)}</pre>
    </details>
  </article>`

/** All mails, the newest first. */
export const inboxPage = (mails: readonly Mail[]): Markup =>
  page(
    'Mailbox',
    html`<main class="wide">
      <h1>Mailbox</h1>
      <p class="soft">
        Every mail of this machine's applications ends here. None leaves this machine. <a href="/">Reload</a>
      </p>
      ${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.toReversed().map(article)}
    </main>`,
  )

/**
 * Sends the HTML part of a mail in a sandbox: no script, no remote image, no access to this origin. Only a click may
 * navigate. The policy is part of the response, so it also applies outside the frame.
 */
export const sendHtmlPart = (response: ServerResponse, mail: Mail): void => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${LEAVING}`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  // The first base element wins, so a mail cannot set another target.
  response.end(`<!doctype html><base target="_top">${mail.html}`)
}
