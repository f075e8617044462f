import type { ChosenComponents } from '../types/page-components.ts'
import type { Page } from '../types/page-props.ts'
import { english } from '../i18n/locales/english.ts'
import { renderDocument, type PageContent } from './document.ts'
import { withErrorDetails } from './components/developer-section.ts'
import { pageHeaders } from './page-headers.ts'
import type { PageContext } from './page-context.ts'
import { renderAccountChangePage, renderAccountDeletedPage } from './render-account-change-page.ts'
import { renderAccountPage } from './render-account-page.ts'
import { renderChangeEmailPage, renderFinishEmailPage, renderUndoEmailPage } from './render-address-pages.ts'
import { renderChooseAccountPage } from './render-choose-account-page.ts'
import { renderConfirmBrowserPage, renderConfirmLinkPage, renderVerifyRequestPage } from './render-email-pages.ts'
import { renderDeletionScheduledPage, renderKeepAccountPage } from './render-deletion-pages.ts'
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

const renderContent = (page: Page, context: PageContext): PageContent => {
  switch (page.page) {
    case 'signin':
      return renderSigninPage(page.props, context)
    case 'signout':
      return renderSignoutPage(page.props, context)
    case 'verify-request':
      return renderVerifyRequestPage(page.props, context)
    case 'confirm-link':
      return renderConfirmLinkPage(page.props, context)
    case 'choose-account':
      return renderChooseAccountPage(page.props, context)
    case 'change-email':
      return renderChangeEmailPage(page.props, context)
    case 'finish-email':
      return renderFinishEmailPage(page.props, context)
    case 'undo-email':
      return renderUndoEmailPage(page.props, context)
    case 'confirm-browser':
      return renderConfirmBrowserPage(page.props, context)
    case 'passkey':
      return renderPasskeyPage(page.props, context)
    case 'keep-passkey':
      return renderKeepPasskeyPage(page.props, context)
    case 'account':
      return renderAccountPage(page.props, context)
    case 'account-change':
      return renderAccountChangePage(page.props, context)
    case 'account-deleted':
      return renderAccountDeletedPage(page.props, context)
    case 'deletion-scheduled':
      return renderDeletionScheduledPage(page.props, context)
    case 'keep-account':
      return renderKeepAccountPage(page.props, context)
    case 'repost':
      return renderRepostPage(page.props, context)
    case 'error':
      return renderErrorPage(page.props, context)
  }
}

/** Renders a page and its headers. Pure: the result depends only on the parameters. */
export const renderPage = (page: Page, options: RenderOptions): RenderedPage => {
  const theme = resolveTheme(options.theme)
  const messages = theme.nameIn(options.messages ?? english)
  const { components = NO_COMPONENTS, now = 0 } = options
  const plain = renderContent(page, { messages, components, scheme: theme.scheme, now })
  const content = withErrorDetails(plain, options.details)
  return {
    html: renderDocument(content, theme, messages, options).toString(),
    headers: pageHeaders(content, theme, { ...options, messages }),
  }
}
