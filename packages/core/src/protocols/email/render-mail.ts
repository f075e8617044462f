import { escapeHtml } from '../../base/text.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import type { MailMessage } from '../../types/providers.ts'
import { findColor, findReadableColor, FOR_TEXT, lacksContrast } from '../../web/color.ts'

/** The contents of an e-mail, as plain text. */
export interface MailContents {
  readonly subject: string
  readonly heading: (host: string) => string
  readonly host: string
  /** Paragraphs under the heading. They may have several lines. */
  readonly above?: readonly string[]
  /** `label` is the sentence above the link in the text part. */
  readonly link?: { readonly url: string; readonly button: string; readonly label: string } | undefined
  /** `label` is the sentence above the code. */
  readonly code?: { readonly text: string; readonly label: string } | undefined
  /** Paragraphs in small print at the end. */
  readonly below: readonly string[]
}

/** The language and the writing direction of an e-mail. */
export type MailLocale = Pick<Messages, 'lang' | 'dir'>

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
const renderHeading = ({ heading, host }: MailContents): string =>
  escapeHtml(heading(PLACEHOLDER)).replace(
    PLACEHOLDER,
    () => `<strong>${escapeHtml(host).replaceAll('.', '&#8203;.')}</strong>`,
  )

const row = (style: string, content: string): string =>
  `<tr><td align="center" style="${FONT} ${style}">${content}</td></tr>`

const linkRow = ({ link }: MailContents, theme: Theme): string => {
  if (link === undefined) return ''
  const { brand, label } = buttonColors(theme)
  const style = `${FONT} display: inline-block; padding: 12px 28px; border-radius: 8px; background: ${brand}; color: ${label}; font-size: 17px; font-weight: 600; text-decoration: none;`
  const { url, button } = link
  const anchor = `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${style}">${escapeHtml(button)}</a>`
  return row('padding: 8px 24px 24px;', anchor)
}

const codeRows = ({ code }: MailContents): string => {
  if (code === undefined) return ''
  const style =
    "padding: 4px 24px 20px; color: #18181b; font-family: ui-monospace, Consolas, 'Courier New', monospace; font-size: 30px; font-weight: 600; letter-spacing: 0.1em;"
  // A code is read from left to right in every language.
  return `${row('padding: 0 24px 4px; color: #52525b; font-size: 15px;', escapeHtml(code.label))}
${row(style, `<bdo dir="ltr">${escapeHtml(code.text)}</bdo>`)}`
}

const aboveRows = ({ above = [] }: MailContents): readonly string[] =>
  above
    .flatMap((paragraph) => paragraph.split('\n'))
    .map((text) => row('padding: 0 24px 16px; color: #18181b; font-size: 16px; line-height: 24px;', escapeHtml(text)))

const belowRows = ({ below }: MailContents): readonly string[] =>
  below.map((text, i) => {
    const bottom = i === below.length - 1 ? 32 : 8
    return row(`padding: 0 24px ${bottom}px; color: #52525b; font-size: 14px; line-height: 20px;`, escapeHtml(text))
  })

/** Mail clients need tables and inline styles. The HTML loads nothing from a server, and all texts are escaped here. */
const renderHtml = (contents: MailContents, { lang, dir }: MailLocale, theme: Theme): string => `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(contents.subject)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: #f4f4f5;">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width: 480px; margin: 0 auto; border-radius: 12px; background: #ffffff;">
${row('padding: 32px 24px 16px; color: #18181b; font-size: 22px; line-height: 30px;', renderHeading(contents))}
${[...aboveRows(contents), linkRow(contents, theme), codeRows(contents), ...belowRows(contents)].join('\n')}
</table>
</body>
</html>
`

/** Render an e-mail. The text part and the HTML part say the same. */
export const renderMail = (contents: MailContents, locale: MailLocale, theme: Theme): MailMessage => {
  const { subject, heading, host, above = [], link, code, below } = contents
  const paragraphs = [
    heading(host),
    ...above,
    link === undefined ? undefined : `${link.label}\n${link.url}`,
    code === undefined ? undefined : `${code.label}\n${code.text}`,
    ...below,
  ]
  const text = `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`
  return { subject, text, html: renderHtml(contents, locale, theme) }
}
