import type { Theme } from '../../types/options.ts'

/** A mail, ready to be sent. */
export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

/** A colour by name, hexadecimal number or function; anything else could close the style and begin another. */
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z]{1,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,40}\))$/i

const readColour = (written: string | undefined, otherwise: string): string =>
  written !== undefined && COLOUR.test(written) ? written : otherwise

/** A zero-width space before each dot, so that no mail program makes a link of the name. */
const unlinked = (host: string): string => escapeHtml(host).replaceAll('.', '&#8203;.')

const renderHtml = (url: string, host: string, theme: Theme): string => {
  const brand = readColour(theme.brandColor, '#346df1')
  const label = readColour(theme.buttonText, '#fff')
  const font = 'font-family: Helvetica, Arial, sans-serif;'
  const button = `${font} display: inline-block; padding: 10px 20px; border: 1px solid ${brand}; border-radius: 5px; background: ${brand}; color: ${label}; font-size: 18px; font-weight: bold; text-decoration: none;`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title></head>
<body style="margin: 0; background: #f9f9f9;">
<table role="presentation" width="100%" cellspacing="20" cellpadding="0" border="0" style="max-width: 600px; margin: auto; border-radius: 10px; background: #fff;">
<tr><td align="center" style="${font} padding: 10px 0; color: #444; font-size: 22px;">Sign in to <strong>${unlinked(host)}</strong></td></tr>
<tr><td align="center" style="padding: 20px 0;"><a href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${button}">Sign in</a></td></tr>
<tr><td align="center" style="${font} padding: 0 20px 10px; color: #444; font-size: 16px; line-height: 22px;">Nobody but you should have asked for this mail. If it was not you, leave it be: nothing happens without the link.</td></tr>
</table>
</body>
</html>
`
}

/**
 * The mail that brings a sign-in link: subject, plain text and HTML that say the same.
 *
 * @example
 * const { subject, text, html } = renderMessage('https://app.example.com/auth/callback/mail?token=abc', {})
 */
export const renderMessage = (url: string, theme: Theme): Message => {
  const { href, host } = new URL(url)
  return { subject: `Sign in to ${host}`, text: `Sign in to ${host}\n${href}\n\n`, html: renderHtml(href, host, theme) }
}
