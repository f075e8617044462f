import { once } from '../base/async.ts'
import type { ChosenComponents } from '../types/page-components.ts'
import type { Page, PageProps } from '../types/page-props.ts'
import { renderDocument, type PageContent } from './document.ts'
import { withErrorDetails } from './components/developer-section.ts'
import { pageHeaders } from './page-headers.ts'
import type { FindIcon, PageContext } from './page-context.ts'
import { resolveTheme, type RenderOptions } from './render-options.ts'
import { script, type FeatureScripts } from './scripts.ts'

export type { RenderOptions } from './render-options.ts'

/** The HTML and the headers of a page. The route handler decides the status. */
interface RenderedPage {
  readonly html: string
  readonly headers: Record<string, string>
}

/** An application without components. One object, because the buttons of a page are made once for each. */
const NO_COMPONENTS: ChosenComponents = {}

const NO_ICONS: FindIcon = () => undefined

type RenderContent<Name extends Page['page']> = (props: PageProps[Name], context: PageContext) => PageContent

/** A page, loaded when it is rendered first: a site without passkeys or e-mails never loads their pages. */
interface PageEntry<Name extends Page['page']> {
  readonly load: () => Promise<RenderContent<Name>>
  /** Scripts of its features. */
  readonly loadScripts?: (props: PageProps[Name]) => Promise<FeatureScripts>
}

const NO_SCRIPTS: FeatureScripts = {}

const passkeyScripts = once(async () => ({ passkey: script((await import('./passkey-script.ts')).passkeyScript) }))
const emailScripts = once(async () => ({ email: script((await import('./email-script.ts')).emailScript) }))

const loadEmail = once(() => import('./render-email-pages.ts'))
const loadAddress = once(() => import('./render-address-pages.ts'))
const loadChange = once(() => import('./render-account-change-page.ts'))
const loadDeletion = once(() => import('./render-deletion-pages.ts'))
const loadPasskey = once(() => import('./render-passkey-page.ts'))

const pages: { readonly [Name in Page['page']]: PageEntry<Name> } = {
  signin: {
    load: async () => (await import('./render-signin-page.ts')).renderSigninPage,
    loadScripts: async ({ providers }) =>
      providers.some(({ optionsUrl }) => optionsUrl !== undefined) ? passkeyScripts() : NO_SCRIPTS,
  },
  signout: { load: async () => (await import('./render-signout-page.ts')).renderSignoutPage },
  'verify-request': { load: async () => (await loadEmail()).renderVerifyRequestPage, loadScripts: emailScripts },
  'confirm-link': { load: async () => (await loadEmail()).renderConfirmLinkPage },
  'choose-account': { load: async () => (await import('./render-choose-account-page.ts')).renderChooseAccountPage },
  'change-email': { load: async () => (await loadAddress()).renderChangeEmailPage },
  'finish-email': { load: async () => (await loadAddress()).renderFinishEmailPage },
  'undo-email': { load: async () => (await loadAddress()).renderUndoEmailPage },
  'confirm-browser': { load: async () => (await loadEmail()).renderConfirmBrowserPage },
  passkey: { load: async () => (await loadPasskey()).renderPasskeyPage, loadScripts: passkeyScripts },
  'keep-passkey': { load: async () => (await loadPasskey()).renderKeepPasskeyPage },
  account: {
    load: async () => (await import('./render-account-page.ts')).renderAccountPage,
    loadScripts: async ({ passkeys }) => (passkeys?.signal === undefined ? NO_SCRIPTS : passkeyScripts()),
  },
  'account-change': { load: async () => (await loadChange()).renderAccountChangePage },
  'account-deleted': { load: async () => (await loadChange()).renderAccountDeletedPage },
  'deletion-scheduled': { load: async () => (await loadDeletion()).renderDeletionScheduledPage },
  'keep-account': { load: async () => (await loadDeletion()).renderKeepAccountPage },
  repost: { load: async () => (await import('./render-repost-page.ts')).renderRepostPage },
  error: { load: async () => (await import('./render-error-page.ts')).renderErrorPage },
}

/** What renders a page. */
export interface PageParts<Name extends Page['page'] = Page['page']> {
  readonly render: RenderContent<Name>
  readonly scripts: FeatureScripts
}

export const loadParts = async <Name extends Page['page']>(
  name: Name,
  props: PageProps[Name],
): Promise<PageParts<Name>> => {
  const { load, loadScripts } = pages[name]
  const [render, scripts = NO_SCRIPTS] = await Promise.all([load(), loadScripts?.(props)])
  return { render, scripts }
}

/** Renders a page and its headers. Pure: the result depends only on the parameters. */
export const renderPage = <Name extends Page['page']>(
  { render, scripts }: PageParts<Name>,
  props: PageProps[Name],
  options: RenderOptions,
): RenderedPage => {
  const theme = resolveTheme(options.theme)
  const messages = theme.nameIn(options.messages)
  const { components = NO_COMPONENTS, findIcon = NO_ICONS, now = 0 } = options
  const plain = render(props, { messages, components, findIcon, scheme: theme.scheme, now })
  const content = withErrorDetails(plain, options.details)
  return {
    html: renderDocument(content, scripts, theme, messages, options).toString(),
    headers: pageHeaders(content, theme, { ...options, messages }),
  }
}
