import { escapeHtml } from '../../base/text.ts'
import { describeSpan } from '../../i18n/time-spans.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import type { MailMessage } from '../../types/providers.ts'
import type { UserAgentInfo } from './user-agent-info.ts'
import { findColor, findReadableColor, FOR_TEXT, lacksContrast } from '../../web/color.ts'

interface MailContents {
  readonly subject: string
  readonly heading: (host: string) => string
  readonly host: string
  /** Paragraphs under the heading. They may have several lines. */
  readonly above?: readonly string[]
  readonly link?: { readonly url: string; readonly button: string; readonly label: string } | undefined
  readonly code?: { readonly text: string; readonly label: string } | undefined
  /** Paragraphs in small print at the end. */
  readonly below: readonly string[]
  /** A link in small print after them. `label` is the sentence above it. */
  readonly smallLink?: { readonly url: string; readonly text: string; readonly label: string } | undefined
}

type Render<Contents> = (contents: Contents, messages: Messages, theme: Theme) => MailMessage

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;"

/** The button has the colors of the theme. Without enough contrast its text is black or white instead. */
const renderButton = ({ url, button }: NonNullable<MailContents['link']>, theme: Theme): string => {
  const brand = findColor(theme.brandColor)
  const chosen = findColor(theme.buttonText)
  let label = '#fff'
  if (brand !== undefined) {
    const isLegible = chosen !== undefined && !lacksContrast(brand, chosen, FOR_TEXT)
    label = isLegible ? chosen : (findReadableColor(brand, FOR_TEXT) ?? label)
  }
  const style = `${FONT} display: inline-block; padding: 12px 28px; border-radius: 8px; background: ${brand ?? '#2f5bd0'}; color: ${label}; font-size: 17px; font-weight: 600; text-decoration: none;`
  return `<a href="${escapeHtml(url)}" target="_blank" rel="noreferrer" style="${style}">${escapeHtml(button)}</a>`
}

/** A private-use character that is replaced by the host after the sentence is escaped. */
const PLACEHOLDER = '\uE000'

/** The host in bold. The zero-width space before each dot keeps mail clients from making it a link. */
const renderHeading = ({ heading, host }: MailContents): string =>
  escapeHtml(heading(PLACEHOLDER)).replace(
    PLACEHOLDER,
    () => `<strong>${escapeHtml(host).replaceAll('.', '&#8203;.')}</strong>`,
  )

const row = (style: string, content: string): string =>
  `<tr><td align="center" style="${FONT} ${style}">${content}</td></tr>`

const TEXT = 'padding: 0 24px 16px; color: #18181b; font-size: 16px; line-height: 24px;'
const SMALL_PRINT = 'color: #52525b; font-size: 14px; line-height: 20px;'
const CODE =
  "padding: 4px 24px 20px; color: #18181b; font-family: ui-monospace, Consolas, 'Courier New', monospace; font-size: 30px; font-weight: 600; letter-spacing: 0.1em;"

/** Mail clients need tables and inline styles. The HTML loads nothing from a server, and all texts are escaped here. */
const renderMail: Render<MailContents> = (contents, { lang, dir }, theme) => {
  const { subject, heading, host, above = [], link, code, below, smallLink } = contents
  const paragraphs = [heading(host), ...above]
  const rows = [
    row('padding: 32px 24px 16px; color: #18181b; font-size: 22px; line-height: 30px;', renderHeading(contents)),
    ...above.flatMap((paragraph) => paragraph.split('\n')).map((line) => row(TEXT, escapeHtml(line))),
  ]
  if (link !== undefined) {
    paragraphs.push(`${link.label}\n${link.url}`)
    rows.push(row('padding: 8px 24px 24px;', renderButton(link, theme)))
  }
  if (code !== undefined) {
    paragraphs.push(`${code.label}\n${code.text}`)
    rows.push(row('padding: 0 24px 4px; color: #52525b; font-size: 15px;', escapeHtml(code.label)))
    // A code is read from left to right in every language.
    rows.push(row(CODE, `<bdo dir="ltr">${escapeHtml(code.text)}</bdo>`))
  }
  paragraphs.push(...below)
  const small = below.map((text) => escapeHtml(text))
  if (smallLink !== undefined) {
    paragraphs.push(`${smallLink.label}\n${smallLink.url}`)
    const anchor = `<a href="${escapeHtml(smallLink.url)}" target="_blank" rel="noreferrer" style="color: #52525b;">`
    small.push(`${escapeHtml(smallLink.label)}<br>${anchor}${escapeHtml(smallLink.text)}</a>`)
  }
  for (const [i, content] of small.entries())
    rows.push(row(`padding: 0 24px ${i === small.length - 1 ? 32 : 8}px; ${SMALL_PRINT}`, content))
  const html = `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin: 0; padding: 24px 12px; background: #f4f4f5;">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" border="0" style="max-width: 480px; margin: 0 auto; border-radius: 12px; background: #ffffff;">
${rows.join('\n')}
</table>
</body>
</html>
`
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html }
}

export type AccountChange =
  /** `name` is the name of a provider. */
  | { readonly kind: 'linked' | 'unlinked'; readonly name: string }
  /** `undo` is the link that undoes the change, and how many seconds it works. */
  | { readonly kind: 'emailChanged'; readonly undo?: { readonly url: string; readonly seconds: number } }
  | { readonly kind: 'passkeyAdded' | 'passkeyDeleted' | 'emailRestored' | 'accountDeleted' }

interface NotificationContents {
  readonly host: string
  /** The URL of the account page, or the link that undoes the change. */
  readonly url: string
  readonly change: AccountChange
  readonly time: string
  readonly requestedFrom: UserAgentInfo
}

/** A text, and in a second line the browser and the operating system, if one of them is known. */
const withBrowser = (text: string, { browser, system }: UserAgentInfo, { confirmLink, notification }: Messages) => {
  const hasBoth = browser !== undefined && system !== undefined
  const where = hasBoth ? confirmLink.browserOn(browser, system) : (browser ?? system)
  return where === undefined ? text : `${text}\n${notification.where(where)}`
}

/** The e-mail about a change of the account. It says what to do if the user did not make it. */
export const renderNotification: Render<NotificationContents> = (contents, messages, theme) => {
  const { host, url, change, time, requestedFrom } = contents
  const { notification } = messages
  const when = withBrowser(notification.when(time), requestedFrom, messages)
  if (change.kind === 'accountDeleted') {
    const { subject, text, warning } = notification.accountDeleted
    return renderMail(
      { subject: subject(host), heading: subject, host, above: [text, when], below: [warning] },
      messages,
      theme,
    )
  }
  const sentence = 'name' in change ? notification[change.kind](change.name) : notification[change.kind]
  const undo = change.kind === 'emailChanged' ? change.undo : undefined
  const { button, openLink } = undo === undefined ? notification : notification.undo
  const mail = {
    subject: notification.subject(host),
    heading: notification.subject,
    host,
    above: [sentence, when],
    link: { url, button, label: openLink },
    below: [
      undo === undefined ? notification.warning : notification.undo.warning(describeSpan(messages.lang, undo.seconds)),
    ],
  }
  return renderMail(mail, messages, theme)
}

export interface MessageContents {
  readonly host: string
  /** Absent if the e-mail has only a code. */
  readonly url?: string
  /** The formatted code. Absent if the e-mail has only a link. */
  readonly code?: string
  /** The lifetime of the code, or of the link if there is no code, formatted for the user: "15 minutes". */
  readonly within: string
  readonly confirmUrl?: string
  /** The browser of a new passkey that waits for the verification of the address. */
  readonly newPasskeyFrom?: UserAgentInfo
}

const confirmLinkOf = (url: string | undefined, { mail, confirmBrowser }: Messages): MailContents['smallLink'] =>
  url === undefined ? undefined : { url, label: mail.confirmBrowser, text: confirmBrowser.title }

export const renderSignInMessage: Render<MessageContents> = (contents, messages, theme) => {
  const { host, url, code, within, confirmUrl, newPasskeyFrom } = contents
  const { mail } = messages
  const parts = {
    subject: url === undefined ? mail.codeSubject(host) : mail.subject(host),
    heading: mail.heading,
    host,
    above: newPasskeyFrom === undefined ? [] : [withBrowser(mail.newPasskey, newPasskeyFrom, messages)],
    link: url === undefined ? undefined : { url, button: mail.button, label: mail.openLink },
    code: code === undefined ? undefined : { text: code, label: url === undefined ? mail.code : mail.orCode },
    below: [mail.expires(within), mail.ignore],
    smallLink: confirmLinkOf(confirmUrl, messages),
  }
  return renderMail(parts, messages, theme)
}

export const renderChangeMessage: Render<MessageContents> = (contents, messages, theme) => {
  const { emailChange: change } = messages.mail
  const mail = { ...messages.mail, ...change, codeSubject: change.subject }
  return renderSignInMessage(contents, { ...messages, mail }, theme)
}

/** The e-mail to an address of another account, when a user requests it. It has no link that changes an address. */
export const renderAddressInUseMessage: Render<Pick<MessageContents, 'host' | 'confirmUrl'>> = (
  { host, confirmUrl },
  messages,
  theme,
) => {
  const { subject, heading, ignore } = messages.mail.addressInUse
  const smallLink = confirmLinkOf(confirmUrl, messages)
  return renderMail({ subject: subject(host), heading, host, below: [ignore], smallLink }, messages, theme)
}
