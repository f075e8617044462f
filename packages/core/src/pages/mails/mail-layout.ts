import { escapeHtml } from '../../base/text.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import type { MailMessage } from '../../types/providers.ts'
import { findImageUrl } from '../../web/redirect-target.ts'
import { mailStyle, type MailStyle } from './mail-style.ts'

/** A part of an e-mail, in both forms. */
export type MailBlock =
  /** A paragraph. It may have several lines. */
  | { readonly kind: 'text' | 'box' | 'small'; readonly text: string }
  /** `label` is the sentence above the address in the text part. */
  | { readonly kind: 'button'; readonly url: string; readonly button: string; readonly label: string }
  | { readonly kind: 'code'; readonly code: string; readonly label: string }
  /** A link in small print. `label` is the sentence above it. */
  | { readonly kind: 'link'; readonly url: string; readonly label: string }

export interface MailContents {
  /** The origin of the application. */
  readonly origin: string
  readonly subject: string
  readonly heading: string
  /** What a list of e-mails shows after the subject. */
  readonly preheader: string
  readonly blocks: readonly MailBlock[]
}

/** The name of the application, or its host. */
export const appName = (origin: string, { name }: Theme): string =>
  name === undefined || name === '' ? new URL(origin).host : name

/** Writes a code from left to right, also in a line of right-to-left text (Unicode Bidirectional Algorithm, LRI). */
export const isolateCode = (code: string, { dir }: Messages): string => (dir === 'rtl' ? `\u2066${code}\u2069` : code)

interface HtmlOptions {
  readonly messages: Messages
  readonly style: MailStyle
  readonly host: string
}

/** Text as HTML. The zero-width space before each dot of the host keeps mail clients from making it a link. */
const toHtml = (text: string, { host }: HtmlOptions): string =>
  escapeHtml(text)
    .replaceAll(escapeHtml(host), () => escapeHtml(host).replaceAll('.', '&#8203;.'))
    .replaceAll('\n', '<br>')

/** Each cell has the font and the direction, because some clients do not inherit them. */
const row = ({ messages, style }: HtmlOptions, css: string, content: string, part: 'text' | 'muted' = 'text') => {
  const side = messages.dir === 'rtl' ? 'right' : 'left'
  const declarations = `${style.font} ${style.colors[part]} text-align: ${side}; ${css}`
  return `<tr><td class="${part}" align="${side}" style="${escapeHtml(declarations)}">${content}</td></tr>`
}

const SMALL_PRINT = 'padding: 0 32px 16px; font-size: 14px; line-height: 21px;'

/** The address itself, for clients that do not show the button, and for users who copy it to another browser. */
const addressLink = (url: string, { style }: HtmlOptions): string => {
  const css = `${style.colors.muted} word-break: break-all; text-decoration: underline;`
  return `<a class="muted" dir="ltr" href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${css}">${escapeHtml(url)}</a>`
}

/** The background is that of a cell, because Outlook for Windows ignores the padding of links. */
const buttonRow = ({ url, button }: MailBlock & { kind: 'button' }, options: HtmlOptions): string => {
  const { font, colors, radius } = options.style
  const shape = escapeHtml(`${font} ${colors.button} border-radius: ${radius}px;`)
  const link = `display: inline-block; text-align: center; padding: 13px 28px; font-size: 16px; line-height: 20px; font-weight: 600; text-decoration: none;`
  const anchor = `<a class="button" href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${shape} ${link}">${escapeHtml(button)}</a>`
  const table = `<table role="presentation" cellspacing="0" cellpadding="0" border="0"><tr><td class="button" style="${shape}">${anchor}</td></tr></table>`
  return row(options, 'padding: 4px 32px 20px;', table)
}

const boxRow = (content: string, css: string, options: HtmlOptions): string => {
  const { font, colors, radius } = options.style
  const side = css.includes('center') ? 'center' : options.messages.dir === 'rtl' ? 'right' : 'left'
  const declarations = escapeHtml(`${font} ${colors.box} border-radius: ${radius}px; text-align: ${side}; ${css}`)
  const table = `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td class="box" align="${side}" style="${declarations}">${content}</td></tr></table>`
  return row(options, 'padding: 0 32px 20px;', table)
}

const CODE =
  "padding: 14px 12px; font-family: ui-monospace, Consolas, 'Courier New', monospace; font-size: 30px; line-height: 38px; font-weight: 700; letter-spacing: 4px; white-space: nowrap; text-align: center;"

const blockRows = (block: MailBlock, options: HtmlOptions): readonly string[] => {
  switch (block.kind) {
    case 'text':
      return [row(options, 'padding: 0 32px 16px; font-size: 16px; line-height: 25px;', toHtml(block.text, options))]
    case 'small':
      return [row(options, SMALL_PRINT, toHtml(block.text, options), 'muted')]
    case 'box':
      return [boxRow(toHtml(block.text, options), 'padding: 12px 16px; font-size: 14px; line-height: 22px;', options)]
    case 'button': {
      const { orLink } = options.messages.mail
      const address = `${toHtml(orLink, options)}<br>${addressLink(block.url, options)}`
      return [buttonRow(block, options), row(options, SMALL_PRINT, address, 'muted')]
    }
    case 'code': {
      const label = row(
        options,
        'padding: 0 32px 8px; font-size: 16px; line-height: 25px;',
        toHtml(block.label, options),
      )
      // A code is read from left to right in every language.
      return [label, boxRow(`<bdo dir="ltr">${escapeHtml(block.code)}</bdo>`, CODE, options)]
    }
    case 'link':
      return [
        row(options, SMALL_PRINT, `${toHtml(block.label, options)}<br>${addressLink(block.url, options)}`, 'muted'),
      ]
  }
}

const blockText = (block: MailBlock, messages: Messages): string => {
  if (block.kind === 'code') return `${block.label}\n${isolateCode(block.code, messages)}`
  return 'url' in block ? `${block.label}\n${block.url}` : block.text
}

/** The logo at its address on the web: mail clients do not show `data:` images. */
const findLogo = ({ logo }: Theme, origin: string): string | undefined => {
  const path = findImageUrl(logo)
  return path === undefined || path.startsWith('data:') || !URL.canParse(path, origin)
    ? undefined
    : new URL(path, origin).href
}

const logoRow = (url: string, name: string, options: HtmlOptions): string => {
  const css = 'height: 40px; max-width: 200px; border: 0;'
  const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(name)}" height="40" style="${css}">`
  return row(options, 'padding: 32px 32px 0; font-size: 20px; line-height: 40px; font-weight: 600;', image)
}

/** Phones must not make links of codes and times. */
const head = ({ messages: { lang, dir }, style }: HtmlOptions, subject: string): string => `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${style.scheme}">
<meta name="supported-color-schemes" content="${style.scheme}">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: ${style.scheme}; }
${style.darkRules === undefined ? '' : `@media (prefers-color-scheme: dark) {\n${style.darkRules}\n}\n`}</style>
</head>`

const HIDDEN = 'display: none; max-height: 0; overflow: hidden;'

/**
 * An e-mail as text and as HTML with the same content. Mail clients need tables and inline styles. The HTML loads only
 * the logo of the theme, and all texts are escaped here.
 */
export const renderMail = (contents: MailContents, messages: Messages, theme: Theme): MailMessage => {
  const { origin, heading, preheader, blocks } = contents
  const { host } = new URL(origin)
  const style = mailStyle(theme)
  const options = { messages, style, host }
  // A line break would add a header to the e-mail.
  const subject = contents.subject.replaceAll(/\p{Cc}+/gu, ' ')
  const name = appName(origin, theme)
  const sender = name === host ? host : `${name} · ${host}`
  const logo = findLogo(theme, origin)
  const rows = [
    ...(logo === undefined ? [] : [logoRow(logo, name, options)]),
    row(
      options,
      'padding: 28px 32px 16px; font-size: 22px; line-height: 29px; font-weight: 700;',
      toHtml(heading, options),
    ),
    ...blocks.flatMap((block) => blockRows(block, options)),
    row(options, 'padding: 0 32px 12px; font-size: 0; line-height: 0;', ''),
  ]
  const { page, card } = style.colors
  const html = `${head(options, subject)}
<body class="page" style="margin: 0; padding: 0; ${page}">
<div style="${HIDDEN}">${toHtml(preheader, options)}</div>
<table class="page" role="presentation" dir="${messages.dir}" width="100%" cellspacing="0" cellpadding="0" border="0" style="${page}"><tr><td align="center" style="padding: 32px 12px;">
<table class="card" role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width: 520px; ${card} border-radius: ${Math.round(style.radius * 1.5)}px;">
${rows.join('\n')}
</table>
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width: 520px;">
${row(options, 'padding: 16px 32px 0; font-size: 13px; line-height: 20px;', toHtml(sender, options), 'muted')}
</table>
</td></tr></table>
</body>
</html>
`
  const paragraphs = [heading, ...blocks.map((block) => blockText(block, messages)), sender]
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html }
}
