import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { html, Markup } from './markup.ts'
import { style } from './style.ts'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * The style sheet is allowed by its hash. `form-action` is absent: browsers also apply it to the redirects after a form,
 * and a sign-in form redirects to the application.
 */
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Allows one script, by its hash, which may send requests to its own server. */
const scriptPolicy = (script: string): string => `; script-src ${hashOf(script)}; connect-src 'self'`

/**
 * A whole document with this body, and at its end a script of the server's own.
 *
 * @example
 * page('Mailbox', html`<h1>Mailbox</h1>`).text
 */
export const page = (title: string, body: Markup, script?: string): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Markup(`<style>${style}</style>`)}
      </head>
      <body>
        ${body} ${script === undefined ? undefined : new Markup(`<script>${script}</script>`)}
      </body>
    </html>`

/**
 * Sends a page that must not be cached or framed. No script runs but the one that the page was made with.
 *
 * @example
 * createServer((_request, response) => sendPage(response, 200, page('Mailbox', html`<h1>Mailbox</h1>`)))
 */
export const sendPage = (
  response: ServerResponse,
  status: number,
  markup: Markup,
  referrerPolicy: 'no-referrer' | 'strict-origin' = 'no-referrer',
  script?: string,
): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': script === undefined ? policy : policy + scriptPolicy(script),
    'referrer-policy': referrerPolicy,
    'x-content-type-options': 'nosniff',
  })
  response.end(markup.text)
}
