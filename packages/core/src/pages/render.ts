import type { Messages } from '../types/messages.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import type { Page } from '../types/page-props.ts'
import { english } from '../i18n/locales/english.ts'
import { renderDocument, type PageContent } from './document.ts'
import { pageHeaders } from './page-headers.ts'
import type { Scheme } from './markup/css.ts'
import { renderAccountChangePage, renderAccountDeletedPage } from './render-account-change-page.ts'
import { renderAccountPage } from './render-account-page.ts'
import { renderChangeEmailPage, renderFinishEmailPage, renderUndoEmailPage } from './render-address-pages.ts'
import { renderChooseAccountPage } from './render-choose-account-page.ts'
import { renderConfirmBrowserPage, renderConfirmLinkPage, renderVerifyRequestPage } from './render-email-pages.ts'
import { renderErrorPage } from './render-error-page.ts'
import { resolveTheme, type RenderOptions } from './render-options.ts'
import { renderKeepPasskeyPage, renderPasskeyPage } from './render-passkey-page.ts'
import { renderRepostPage } from './render-repost-page.ts'
import { renderSigninPage } from './render-signin-page.ts'
import { renderSignoutPage } from './render-signout-page.ts'

export type { RenderOptions } from './render-options.ts'

/** The HTML and the headers of a page. The route handler decides the status. */
interface RenderedPage {
  readonly html: string
  readonly headers: Record<string, string>
}

/** An application without components. One object, because the buttons of a page are made once for each. */
const NO_COMPONENTS: ChosenComponents = {}

const renderContent = (
  page: Page,
  messages: Messages,
  scheme: Scheme,
  { now = 0, components = NO_COMPONENTS }: RenderOptions,
): PageContent => {
  switch (page.page) {
    case 'signin':
      return renderSigninPage(page.props, messages, scheme, components)
    case 'signout':
      return renderSignoutPage(page.props, messages)
    case 'verify-request':
      return renderVerifyRequestPage(page.props, messages)
    case 'confirm-link':
      return renderConfirmLinkPage(page.props, messages, now)
    case 'choose-account':
      return renderChooseAccountPage(page.props, messages)
    case 'change-email':
      return renderChangeEmailPage(page.props, messages, now)
    case 'finish-email':
      return renderFinishEmailPage(page.props, messages)
    case 'undo-email':
      return renderUndoEmailPage(page.props, messages)
    case 'confirm-browser':
      return renderConfirmBrowserPage(page.props, messages)
    case 'passkey':
      return renderPasskeyPage(page.props, messages)
    case 'keep-passkey':
      return renderKeepPasskeyPage(page.props, messages, now)
    case 'account':
      return renderAccountPage(page.props, messages, scheme, now)
    case 'account-change':
      return renderAccountChangePage(page.props, messages)
    case 'account-deleted':
      return renderAccountDeletedPage(page.props, messages)
    case 'repost':
      return renderRepostPage(page.props, messages)
    case 'error':
      return renderErrorPage(page.props, messages)
  }
}

/** Renders a page and its headers. Pure: the result depends only on the parameters. */
export const renderPage = (page: Page, options: RenderOptions): RenderedPage => {
  const theme = resolveTheme(options.theme)
  const messages = theme.nameIn(options.messages ?? english)
  const content = renderContent(page, messages, theme.scheme, options)
  return {
    html: renderDocument(content, theme, messages, options).toString(),
    headers: pageHeaders(content, theme, { ...options, messages }),
  }
}
