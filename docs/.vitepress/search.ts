import type { DefaultTheme } from 'vitepress'

type LocalSearchOptions = DefaultTheme.LocalSearchOptions
/* VitePress writes these functions into the pages as text: each of them has to stand for itself. */

/** Keeps a name such as `AUTH_URL` as one word, beside its parts, and makes one word of "sign in" and of "sign-in". */
const tokenize = (text: string): string[] =>
  text
    .replaceAll(/\bsign(?:s|ed|ing)?[ -](in|out|up)\b/gi, 'sign$1')
    .replaceAll(/\blog[ -](in|out)\b/gi, 'log$1')
    .split(/[^\p{L}\p{N}_-]+/u)
    .flatMap((word) => {
      const parts = word.split(/[_-]+/).filter(Boolean)
      return parts.length > 1 ? [word, ...parts] : parts
    })

/** Searches for the words of these pages too, and not for words that every page has. */
const processTerm = (term: string): string[] => {
  const word = term.toLowerCase()
  const synonyms: Record<string, string[]> = {
    '2fa': ['2fa', 'second', 'factor'],
    expired: ['expired', 'expires', 'ends'],
    login: ['login', 'signin'],
    logout: ['logout', 'signout'],
    magic: ['magic', 'e-mail', 'links'],
    mfa: ['mfa', 'second', 'factor'],
    nextauth: ['nextauth', 'next-auth'],
    register: ['register', 'signup'],
    remember: ['remember', 'maxage', 'ends'],
    typed: ['typed', 'types'],
  }
  const common = ['a', 'after', 'an', 'and', 'for', 'how', 'in', 'is', 'me', 'my', 'of', 'on', 'the', 'to', 'with']
  return synonyms[word] ?? (common.includes(word) ? [] : [word])
}

/** Guides come before the reference, and the reference before lists of exports and reasons of decisions. */
const boostDocument = (id: string, _term: string, stored?: Record<string, unknown>): number => {
  const factors: [RegExp, number][] = [
    [/^\/guides\/migrating/, 1],
    [/^\/(guides|start)\//, 2],
    [/^\/reference\/api\//, 0.4],
    [/^\/reference\/(packages|errors)\//, 1.1],
    [/^\/reference\//, 1.6],
    [/^\/(decisions|packages)\//, 0.4],
  ]
  const factor = factors.find(([path]) => path.test(id))?.[1] ?? 1
  const isWholePage = Array.isArray(stored?.['titles']) && stored['titles'].length === 0
  return isWholePage ? factor * 1.3 : factor
}

export const searchOptions: LocalSearchOptions = {
  miniSearch: {
    options: { tokenize },
    searchOptions: { boost: { title: 5, titles: 2, text: 1 }, processTerm, boostDocument, fuzzy: 0.15 },
  },
}
