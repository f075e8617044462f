import { escapeHtml } from '../../base/text.ts'
import type { Theme } from '../../types/config-options.ts'
import { findColor, findReadableColor, FOR_TEXT, lacksContrast } from '../../web/color.ts'

/** The contents of the HTML part of an e-mail, as plain text. */
export interface HtmlParts {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly title: string
  readonly heading: (host: string) => string
  readonly host: string
  /** Paragraphs under the heading. */
  readonly above?: readonly string[]
  readonly url?: string
  readonly button?: string
  /** The sentence above the code. */
  readonly lead?: string
  readonly code?: string
  /** Paragraphs in small print at the end. */
  readonly below: readonly string[]
  readonly theme: Theme
}

/** The button colors of the theme. Without enough contrast the text is black or white instead. */
const buttonColors = ({ brandColor, buttonText }: Theme): { readonly brand: string; readonly label: string } => {
  const brand = findColor(brandColor)
  if (brand === undefined) return { brand: '#2f5bd0', label: '#fff' }
  const label = findColor(buttonText)
  const isLegible = label !== undefined && !lacksContrast(brand, label, FOR_TEXT)
  return { brand, label: isLegible ? label : (findReadableColor(brand, FOR_TEXT) ?? '#fff') }
}

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;"

/** A private-use character that is replaced by the host after the sentence is escaped. */
const PLACEHOLDER = '\uE000'

/** The heading with the host in bold. The zero-width space before each dot keeps mail clients from making the host a link. */
const renderHeading = ({ heading, host }: HtmlParts): string =>
  escapeHtml(heading(PLACEHOLDER)).replace(
    PLACEHOLDER,
    () => `<strong>${escapeHtml(host).replaceAll('.', '&#8203;.')}</strong>`,
  )

const row = (style: string, content: string): string =>
  `<tr><td align="center" style="${FONT} ${style}">${content}</td></tr>`

const linkRow = ({ url, button, theme }: HtmlParts): string => {
  if (url === undefined || button === undefined) return ''
  const { brand, label } = buttonColors(theme)
  const style = `${FONT} display: inline-block; padding: 12px 28px; border-radius: 8px; background: ${brand}; color: ${label}; font-size: 17px; font-weight: 600; text-decoration: none;`
  const link = `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${style}">${escapeHtml(button)}</a>`
  return row('padding: 8px 24px 24px;', link)
}

const codeRows = ({ code, lead }: HtmlParts): string => {
  if (code === undefined || lead === undefined) return ''
  const style =
    "padding: 4px 24px 20px; color: #18181b; font-family: ui-monospace, Consolas, 'Courier New', monospace; font-size: 30px; font-weight: 600; letter-spacing: 0.1em;"
  // A code is read from left to right in every language.
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

/**
 * Render the HTML part of an e-mail. Mail clients need tables and inline styles. The HTML loads nothing from a server, and all
 * texts are escaped here.
 */
export const renderMessageHtml = (parts: HtmlParts): string => `<!doctype html>
<html lang="${escapeHtml(parts.lang)}" dir="${parts.dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(parts.title)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: #f4f4f5;">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width: 480px; margin: 0 auto; border-radius: 12px; background: #ffffff;">
${row('padding: 32px 24px 16px; color: #18181b; font-size: 22px; line-height: 30px;', renderHeading(parts))}
${[...aboveRows(parts), linkRow(parts), codeRows(parts), ...belowRows(parts)].join('\n')}
</table>
</body>
</html>
`
