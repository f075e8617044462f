import { escapeHtml } from '../../base/escape-html.ts'

/** What stands in the HTML part of a mail: plain text, escaped here. */
export interface HtmlParts {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly title: string
  readonly heading: (host: string) => string
  readonly host: string
  /** Under the heading. */
  readonly above?: readonly string[]
  readonly url?: string
  readonly button?: string
  /** Above the code. */
  readonly lead?: string
  readonly code?: string
  /** In small print. */
  readonly below: readonly string[]
  /** Colours that were looked at. */
  readonly brand: string
  readonly label: string
}

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;"

/** A private character, replaced once the sentence around it is escaped. */
const GAP = '\uE000'

/** The heading with its host in bold, and a zero-width space before each dot, so that no mail program makes a link of it. */
const headingOf = ({ heading, host }: HtmlParts): string =>
  escapeHtml(heading(GAP)).replace(GAP, () => `<strong>${escapeHtml(host).replaceAll('.', '&#8203;.')}</strong>`)

const row = (style: string, content: string): string =>
  `<tr><td align="center" style="${FONT} ${style}">${content}</td></tr>`

const linkRow = ({ url, button, brand, label }: HtmlParts): string => {
  if (url === undefined || button === undefined) return ''
  const style = `${FONT} display: inline-block; padding: 12px 28px; border-radius: 8px; background: ${brand}; color: ${label}; font-size: 17px; font-weight: 600; text-decoration: none;`
  const link = `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${style}">${escapeHtml(button)}</a>`
  return row('padding: 8px 24px 24px;', link)
}

const codeRows = ({ code, lead }: HtmlParts): string => {
  if (code === undefined || lead === undefined) return ''
  const style =
    "padding: 4px 24px 20px; color: #18181b; font-family: ui-monospace, Consolas, 'Courier New', monospace; font-size: 30px; font-weight: 600; letter-spacing: 0.1em;"
  // Letters of a code run from left to right in every language.
  return `${row('padding: 0 24px 4px; color: #52525b; font-size: 15px;', escapeHtml(lead))}
${row(style, `<bdo dir="ltr">${escapeHtml(code)}</bdo>`)}`
}

const aboveRows = ({ above = [] }: HtmlParts): readonly string[] =>
  above.map((text) =>
    row('padding: 0 24px 16px; color: #18181b; font-size: 16px; line-height: 24px;', escapeHtml(text)),
  )

const belowRows = ({ below }: HtmlParts): readonly string[] =>
  below.map((text, i) => {
    const bottom = i === below.length - 1 ? 32 : 8
    return row(`padding: 0 24px ${bottom}px; color: #52525b; font-size: 14px; line-height: 20px;`, escapeHtml(text))
  })

/** The HTML part: tables and inline styles, the dialect of mail programs. It asks no server for anything. */
export const renderMessageHtml = (parts: HtmlParts): string => `<!doctype html>
<html lang="${escapeHtml(parts.lang)}" dir="${parts.dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.title)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: #f4f4f5;">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width: 480px; margin: 0 auto; border-radius: 12px; background: #ffffff;">
${row('padding: 32px 24px 16px; color: #18181b; font-size: 22px; line-height: 30px;', headingOf(parts))}
${[...aboveRows(parts), linkRow(parts), codeRows(parts), ...belowRows(parts)].join('\n')}
</table>
</body>
</html>
`
