import type { Page } from '../types/pages.ts'
import { english } from '../words/english.ts'
import type { Words } from '../words/words.ts'
import { accountPage } from './account.ts'
import { changeEmailPage } from './change-email.ts'
import { confirmLinkPage } from './confirm-link.ts'
import { renderDocument } from './document.ts'
import type { PageContent } from './document.ts'
import { errorPage } from './error.ts'
import { pageHeaders } from './headers.ts'
import { dressFor } from './look.ts'
import type { Look } from './look.ts'
import type { Scheme } from './markup/css.ts'
import { passkeyPage } from './passkey.ts'
import { repostPage } from './repost.ts'
import { signinPage } from './signin.ts'
import { signoutPage } from './signout.ts'
import { verifyRequestPage } from './verify-request.ts'

export type { Look } from './look.ts'

/** A page as it goes out; its status is decided where the page is. */
export interface RenderedPage {
  readonly html: string
  readonly headers: Record<string, string>
}

const contentOf = (page: Page, words: Words, scheme: Scheme, now: number): PageContent => {
  switch (page.page) {
    case 'signin':
      return signinPage(page.props, words, scheme)
    case 'signout':
      return signoutPage(page.props, words)
    case 'verify-request':
      return verifyRequestPage(page.props, words)
    case 'confirm-link':
      return confirmLinkPage(page.props, words, now)
    case 'change-email':
      return changeEmailPage(page.props, words, now)
    case 'passkey':
      return passkeyPage(page.props, words)
    case 'account':
      return accountPage(page.props, words, scheme)
    case 'repost':
      return repostPage(page.props, words)
    case 'error':
      return errorPage(page.props, words)
  }
}

/** A page as markup with the headers it needs. Pure: the same page and look give the same answer. */
export const renderPage = (page: Page, look: Look): RenderedPage => {
  const words = look.words ?? english
  const dress = dressFor(look.theme)
  const content = contentOf(page, words, dress.scheme, look.now ?? 0)
  return {
    html: renderDocument(content, dress, words, look).toString(),
    headers: pageHeaders(content, dress, { ...look, words }),
  }
}
