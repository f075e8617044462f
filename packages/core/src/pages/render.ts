import type { Page } from '../types/page-props.ts'
import { english } from '../i18n/locales/english.ts'
import type { Messages } from '../i18n/messages.ts'
import { accountView } from './account.ts'
import { changeEmailPage } from './change-email.ts'
import { confirmLinkPage } from './confirm-link.ts'
import { renderDocument } from './document.ts'
import type { PageContent } from './document.ts'
import { errorPage } from './error.ts'
import { pageHeaders } from './headers.ts'
import { resolveTheme } from './render-options.ts'
import type { RenderOptions } from './render-options.ts'
import type { Scheme } from './markup/css.ts'
import { passkeyPage } from './passkey.ts'
import { repostPage } from './repost.ts'
import { signinPage } from './signin.ts'
import { signoutPage } from './signout.ts'
import { verifyRequestPage } from './verify-request.ts'

export type { RenderOptions } from './render-options.ts'

/** A page as it goes out; its status is decided where the page is. */
export interface RenderedPage {
  readonly html: string
  readonly headers: Record<string, string>
}

const contentOf = (page: Page, messages: Messages, scheme: Scheme, now: number): PageContent => {
  switch (page.page) {
    case 'signin':
      return signinPage(page.props, messages, scheme)
    case 'signout':
      return signoutPage(page.props, messages)
    case 'verify-request':
      return verifyRequestPage(page.props, messages)
    case 'confirm-link':
      return confirmLinkPage(page.props, messages, now)
    case 'change-email':
      return changeEmailPage(page.props, messages, now)
    case 'passkey':
      return passkeyPage(page.props, messages)
    case 'account':
      return accountView(page.props, messages, scheme)
    case 'repost':
      return repostPage(page.props, messages)
    case 'error':
      return errorPage(page.props, messages)
  }
}

/** A page as markup with the headers it needs. Pure: the same page and look give the same answer. */
export const renderPage = (page: Page, look: RenderOptions): RenderedPage => {
  const messages = look.messages ?? english
  const dress = resolveTheme(look.theme)
  const content = contentOf(page, messages, dress.scheme, look.now ?? 0)
  return {
    html: renderDocument(content, dress, messages, look).toString(),
    headers: pageHeaders(content, dress, { ...look, messages }),
  }
}
