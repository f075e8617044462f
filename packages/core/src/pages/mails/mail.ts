import { describeMoment, describeSpan } from '../../i18n/time-spans.ts'
import type { Theme } from '../../types/config-options.ts'
import type { Messages } from '../../types/messages.ts'
import type { MailMessage } from '../../types/providers.ts'
import { appName, isolateCode, renderMail, type MailBlock } from './mail-layout.ts'
import type { UserAgentInfo } from '../../web/user-agent-info.ts'

type Render<Contents> = (contents: Contents, messages: Messages, theme: Theme) => MailMessage

/** The request that caused an e-mail. */
export interface MailRequest {
  /** The origin of the application. */
  readonly origin: string
  readonly requestedFrom: UserAgentInfo
  /** Milliseconds since the epoch. */
  readonly requestedAt: number
}

/** When the e-mail was caused, and with which browser and operating system, as far as they are known. */
const requestBlock = ({ requestedFrom, requestedAt }: MailRequest, messages: Messages): MailBlock => {
  const { browser, system } = requestedFrom
  const hasBoth = browser !== undefined && system !== undefined
  const where = hasBoth ? messages.confirmLink.browserOn(browser, system) : (browser ?? system)
  const when = messages.notification.when(describeMoment(messages.lang, requestedAt))
  return { kind: 'box', text: where === undefined ? when : `${when}\n${messages.notification.where(where)}` }
}

export type AccountChange =
  /** `name` is the name of a provider. */
  | { readonly kind: 'linked' | 'unlinked'; readonly name: string }
  /** `undo` is the link that undoes the change, and how many seconds it works. */
  | { readonly kind: 'emailChanged'; readonly undo?: { readonly url: string; readonly seconds: number } }
  /** `deleteAt`: milliseconds since the epoch. */
  | { readonly kind: 'deletionScheduled'; readonly deleteAt: number }
  | { readonly kind: 'passkeyAdded' | 'passkeyDeleted' | 'emailRestored' | 'accountDeleted' }

interface NotificationContents extends MailRequest {
  /** The URL of the account page, or the link that undoes the change. */
  readonly url: string
  readonly change: AccountChange
}

const describeChange = (change: AccountChange, app: string, messages: Messages) => {
  const { notification, scheduledDeletion } = messages
  if (change.kind === 'deletionScheduled') {
    const { subject, date, how } = scheduledDeletion
    return { subject: subject(app), text: `${date(describeMoment(messages.lang, change.deleteAt))}\n${how}` }
  }
  if (!('name' in change))
    return { subject: notification[change.kind].subject(app), text: notification[change.kind].text }
  const { subject, text } = notification[change.kind]
  return { subject: subject(app, change.name), text: text(change.name) }
}

/** The e-mail about a change of the account. It says what to do if the user did not make it. */
export const renderNotification: Render<NotificationContents> = (contents, messages, theme) => {
  const { origin, url, change } = contents
  const { notification } = messages
  const { subject, text } = describeChange(change, appName(origin, theme), messages)
  const undo = change.kind === 'emailChanged' ? change.undo : undefined
  const { button, openLink } = undo === undefined ? notification : notification.undo
  const isDeleted = change.kind === 'accountDeleted'
  const advice = isDeleted ? notification.accountDeleted.warning : notification.warning
  const warning = undo === undefined ? advice : notification.undo.warning(describeSpan(messages.lang, undo.seconds))
  const blocks: readonly MailBlock[] = [
    { kind: 'text', text },
    requestBlock(contents, messages),
    { kind: 'text', text: warning },
    // After the deletion there is no account to open.
    ...(isDeleted ? [] : [{ kind: 'button', url, button, label: openLink } as const]),
  ]
  return renderMail({ origin, subject, heading: subject, preheader: text, blocks }, messages, theme)
}

export interface MessageContents extends MailRequest {
  /** Absent if the e-mail has only a code. */
  readonly url?: string
  /** The formatted code. Absent if the e-mail has only a link. */
  readonly code?: string
  /** Seconds that the code works, or the link if there is no code. */
  readonly seconds: number
  readonly confirmUrl?: string
  /** Whether a new passkey waits for the verification of the address. */
  readonly hasNewPasskey?: boolean
}

type Blocks = readonly MailBlock[]

const confirmBlock = (url: string | undefined, { mail }: Messages): Blocks =>
  url === undefined ? [] : [{ kind: 'link', url, label: mail.confirmBrowser }]

/** The e-mail that verifies an address. `mail` are the messages of a sign-in, or those of a change of the address. */
const renderVerification = (
  contents: MessageContents,
  messages: Messages,
  theme: Theme,
  mail: Pick<Messages['mail'], 'subject' | 'codeSubject' | 'button' | 'openLink' | 'ignore'>,
): MailMessage => {
  const { origin, url, code, seconds, confirmUrl, hasNewPasskey = false } = contents
  const { expires, newPasskey, orCode, code: codeLabel } = messages.mail
  const app = appName(origin, theme)
  const heading = mail.subject(app)
  const within = expires(describeSpan(messages.lang, seconds))
  const passkey: Blocks = hasNewPasskey ? [{ kind: 'text', text: newPasskey }] : []
  const link: Blocks = url === undefined ? [] : [{ kind: 'button', url, button: mail.button, label: mail.openLink }]
  const label = url === undefined ? codeLabel : orCode
  const codeBlock: Blocks = code === undefined ? [] : [{ kind: 'code', code, label }]
  const blocks: Blocks = [
    ...passkey,
    ...link,
    ...codeBlock,
    { kind: 'text', text: within },
    requestBlock(contents, messages),
    { kind: 'small', text: mail.ignore },
    ...confirmBlock(confirmUrl, messages),
  ]
  const subject = code === undefined ? heading : mail.codeSubject(isolateCode(code, messages), app)
  return renderMail({ origin, subject, heading, preheader: within, blocks }, messages, theme)
}

export const renderSignInMessage: Render<MessageContents> = (contents, messages, theme) =>
  renderVerification(contents, messages, theme, messages.mail)

export const renderChangeMessage: Render<MessageContents> = (contents, messages, theme) =>
  renderVerification(contents, messages, theme, messages.mail.emailChange)

/** The e-mail to an address of another account, when a user requests it. It has no link that changes an address. */
export const renderAddressInUseMessage: Render<MailRequest & Pick<MessageContents, 'confirmUrl'>> = (
  contents,
  messages,
  theme,
) => {
  const { origin, confirmUrl } = contents
  const { subject: subjectOf, ignore } = messages.mail.addressInUse
  const subject = subjectOf(appName(origin, theme))
  const blocks: Blocks = [
    { kind: 'text', text: ignore },
    requestBlock(contents, messages),
    ...confirmBlock(confirmUrl, messages),
  ]
  return renderMail({ origin, subject, heading: subject, preheader: ignore, blocks }, messages, theme)
}
