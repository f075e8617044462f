import { expect, test } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import { setUpAuth, ORIGIN } from '@authwright/test-kit/auth-setup'
import { allOf, readPage, type Element } from '../pages/read-page.ts'
import { PAYLOADS } from './payloads.ts'

/*
 * Hostile text in every part of a request: query, path, host and cookies. `readPage` rejects unescaped text, and the checks parse
 * the page as a browser does.
 */
const site = setUpAuth({
  providers: [Credentials({ credentials: { word: { label: 'Word' } }, authorize: () => null })],
})

const LOADING = ['base', 'link', 'iframe', 'object', 'embed', 'img', 'video', 'audio', 'source', 'marquee', 'template']

/** The parts of a page that run code, load a resource or link to another site. */
const harmful = (page: Element): readonly string[] => {
  // The empty icon, without which browsers request one.
  const elements = allOf(page).filter(({ tag, attributes }) => tag !== 'link' || attributes.get('href') !== 'data:,')
  const targets = elements.flatMap(({ attributes }) =>
    ['href', 'action', 'formaction', 'src'].flatMap((name) => attributes.get(name) ?? []),
  )
  return [
    ...elements.map(({ tag }) => tag).filter((tag) => LOADING.includes(tag)),
    ...elements
      .flatMap(({ attributes }) => [...attributes.keys()])
      .filter((name) => /^(?:on|style$|srcdoc)/.test(name)),
    ...targets.filter((target) => !/^(?:\/(?![/\\])|#|https:\/\/app\.example\.com(?:\/|$))/.test(target)),
    ...elements.filter(({ tag, attributes }) => tag === 'meta' && attributes.has('http-equiv')).map(({ tag }) => tag),
  ]
}

const open = async (path: string, headers: Record<string, string> = {}): Promise<Response | undefined> => {
  try {
    return await site.auth.handle(new Request(new URL(path, ORIGIN), { headers }))
  } catch (error) {
    // `Request` rejects it, so no browser sends it.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

const NAMES = ['error', 'error_description', 'callbackUrl', 'reference', 'email', 'provider', 'done', 'theme', 'lang']
const queryOf = (payload: string) => String(new URLSearchParams(NAMES.map((name) => [name, payload])))

test.each(PAYLOADS)('a page shows a query, path, host or cookie as text only: %s', async (payload) => {
  // Browsers send U+FFFD for a lone surrogate.
  const coded = String(new URLSearchParams([['', payload]]))
    .slice(1)
    .replaceAll('+', '%20')
  const asked = [
    ...['signin', 'signout', 'error', 'verify-request', 'signin/credentials'].map((page) =>
      open(`/auth/${page}?${queryOf(payload)}`),
    ),
    open(`/auth/${coded}`),
    open(`/auth/signin/${coded}`),
    open(`/auth/callback/${coded}?error=${coded}&error_description=${coded}&state=${coded}`),
    open('/auth/signin', { host: payload, 'x-forwarded-host': payload, 'x-forwarded-proto': payload }),
    open('/auth/signin', { cookie: `__Host-authwright.callback-url=${coded}; __Host-authwright.locale=${coded}` }),
  ]
  let pages = 0
  for (const response of await Promise.all(asked)) {
    const text = (await response?.text()) ?? ''
    const location = response?.headers.get('location') ?? ORIGIN
    expect(new URL(location, ORIGIN).origin).toBe(ORIGIN)
    if (!response?.headers.get('content-type')?.includes('html')) continue
    expect(harmful(readPage(text))).toEqual([])
    pages += 1
  }
  expect(pages).toBeGreaterThan(4)
})
