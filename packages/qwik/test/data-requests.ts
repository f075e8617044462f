import type { Browser, Page } from '@authwright/testing'

/** Where a script posts the form with this button, or the only form, of the page that the browser shows. */
export const actionPath = (browser: Browser, button?: string): string => {
  const form = browser
    .page()
    ?.forms.find(({ buttons }) => button === undefined || buttons.some(({ text }) => text === button))
  if (form === undefined) throw new Error('The page has no such form')
  const { pathname, search } = form.action
  return `${pathname.replace(/\/$/, '')}/q-data.json${search}`
}

/** The address to which the router of the browser goes, in the format of Qwik's serialization. */
export const readRedirect = ({ body }: Page): string => {
  const { _entry, _objs } = JSON.parse(body) as { readonly _entry: string; readonly _objs: readonly unknown[] }
  const at = (index: unknown): unknown => _objs[Number.parseInt(String(index), 36)]
  const { redirect } = at(_entry) as { readonly redirect?: string }
  return String(at(redirect))
}
