import {
  renderAddressInUseMessage,
  renderChangeMessage,
  renderNotification,
  renderSignInMessage,
} from '../../src/pages/mails/mail.ts'
import type { Theme } from '../../src/types/config-options.ts'
import type { Messages } from '../../src/types/messages.ts'
import type { MailMessage } from '../../src/types/providers.ts'

const ORIGIN = 'https://app.example.com'
const HOUR = 3600

const request = {
  origin: ORIGIN,
  requestedFrom: { browser: 'Chrome', system: 'Windows' },
  requestedAt: Date.UTC(2026, 10, 23, 14, 5),
} as const

const url = `${ORIGIN}/auth/callback/email?callbackUrl=https%3A%2F%2Fapp.example.com%2F&token=5b0f9c1e6a7d4f3c8e2b1a0d9f8e7c6b5a4d3c2b1f0e9d8c7b6a5f4e3d2c1b0a&email=ann%40example.org`
const confirmUrl = `${ORIGIN}/auth/confirm-browser?token=t7Jq0c1xYb3mZk8vR2nWd5sPfL9hGaEu`
const changeUrl = `${ORIGIN}/auth/change-email?token=t7Jq0c1xYb3mZk8vR2nWd5sPfL9hGaEu`
const undo = { url: `${ORIGIN}/auth/undo-email?token=t7Jq0c1xYb3mZk8vR2nWd5sPfL9hGaEu`, seconds: 72 * HOUR }
const account = { ...request, url: `${ORIGIN}/auth/account` }

type Render = (messages: Messages, theme: Theme) => MailMessage

/** Every e-mail that the library writes, in every form, by name. */
export const mailSamples: Readonly<Record<string, Render>> = {
  'sign-in-link': (...look) => renderSignInMessage({ ...request, url, seconds: 24 * HOUR }, ...look),
  'sign-in-code': (...look) => renderSignInMessage({ ...request, code: '123 456', seconds: 900, confirmUrl }, ...look),
  'sign-in-both': (...look) =>
    renderSignInMessage({ ...request, url, code: 'BCDF-GHJK', seconds: 900, confirmUrl }, ...look),
  'sign-in-new-passkey': (...look) =>
    renderSignInMessage({ ...request, url, seconds: 24 * HOUR, hasNewPasskey: true }, ...look),
  'sign-in-unknown-browser': (...look) =>
    renderSignInMessage({ ...request, requestedFrom: {}, url, seconds: 24 * HOUR }, ...look),
  'change-link': (...look) => renderChangeMessage({ ...request, url: changeUrl, seconds: HOUR }, ...look),
  'change-code': (...look) => renderChangeMessage({ ...request, code: '123 456', seconds: 900, confirmUrl }, ...look),
  'address-in-use': (...look) => renderAddressInUseMessage({ ...request, confirmUrl }, ...look),
  linked: (...look) => renderNotification({ ...account, change: { kind: 'linked', name: 'GitHub' } }, ...look),
  unlinked: (...look) => renderNotification({ ...account, change: { kind: 'unlinked', name: 'GitHub' } }, ...look),
  'passkey-added': (...look) => renderNotification({ ...account, change: { kind: 'passkeyAdded' } }, ...look),
  'passkey-deleted': (...look) => renderNotification({ ...account, change: { kind: 'passkeyDeleted' } }, ...look),
  'email-changed': (...look) =>
    renderNotification({ ...account, url: undo.url, change: { kind: 'emailChanged', undo } }, ...look),
  'email-changed-final': (...look) => renderNotification({ ...account, change: { kind: 'emailChanged' } }, ...look),
  'account-deleted': (...look) => renderNotification({ ...account, change: { kind: 'accountDeleted' } }, ...look),
  'deletion-scheduled': (...look) =>
    renderNotification(
      { ...account, change: { kind: 'deletionScheduled', deleteAt: Date.UTC(2026, 11, 3, 9, 30) } },
      ...look,
    ),
  'email-restored': (...look) => renderNotification({ ...account, change: { kind: 'emailRestored' } }, ...look),
}

/** A theme as a product has it. */
export const mailTheme: Theme = {
  name: 'Acme',
  brandColor: '#5b3df5',
  brandColorDark: '#8f7bff',
  logo: '/logo.png',
}
