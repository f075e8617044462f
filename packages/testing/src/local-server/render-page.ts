import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { html, Markup } from './markup.ts'
import { style } from './style.ts'

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

/**
 * No script. The style sheet is allowed by its hash. `form-action` is absent: browsers also apply it to the redirects
 * after a form, and a sign-in form redirects to the application.
 */
const policy = [
  "default-src 'none'",
  `style-src ${styleHash}`,
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole document with this body. */
export const page = (title: string, body: Markup): Markup =>
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
        ${body}
      </body>
    </html>`

/** Sends a page that must not be cached, framed or scripted. */
export const sendPage = (
  response: ServerResponse,
  status: number,
  markup: Markup,
  referrerPolicy: 'no-referrer' | 'strict-origin' = 'no-referrer',
): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': referrerPolicy,
    'x-content-type-options': 'nosniff',
  })
  response.end(markup.text)
}
