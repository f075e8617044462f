/** What both kinds of test browser have in common. */
interface FormBrowser<Result extends { readonly headers: Headers }> {
  readonly get: (path: string) => Promise<Result>
  readonly post: (path: string, fields: Record<string, string>) => Promise<Result>
}

/** Press a button of the page that asks about a passkey. */
export const chooseOnPage = async <Result extends { readonly headers: Headers }>(
  browser: FormBrowser<Result>,
  page: string,
  choice: 'keep' | 'discard',
): Promise<Result> => {
  const { pathname, searchParams } = new URL(page)
  return browser.post(pathname, { ...Object.fromEntries(searchParams), choice })
}

/** Open the link in the e-mail of a sign-up with a passkey. Returns the page that asks about the passkey. */
export const openLinkToPasskey = async <Result extends { readonly headers: Headers }>(
  browser: FormBrowser<Result>,
  link: string,
): Promise<string> => {
  const page = (await browser.get(link)).headers.get('location')
  if (page === null || !new URL(page).searchParams.has('keep'))
    throw new Error(`No page asks about the passkey: ${page}`)
  return page
}

/** Open the link in the e-mail of a sign-up with a passkey, and keep the passkey on the page that follows. */
export const openLinkAndKeepPasskey = async <Result extends { readonly headers: Headers }>(
  browser: FormBrowser<Result>,
  link: string,
): Promise<void> => {
  const page = await openLinkToPasskey(browser, link)
  const kept = (await chooseOnPage(browser, page, 'keep')).headers.get('location')
  if (kept === null || new URL(kept).searchParams.has('error')) throw new Error(`The passkey was not kept: ${kept}`)
}
