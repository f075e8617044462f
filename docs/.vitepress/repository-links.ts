import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'

export const REPOSITORY = 'https://github.com/authwright/authwright'

/** The file of a page in the repository, and its path on the site: both without the ending. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/^docs\/(.*)README\.md$/, '/$1'],
  [/^docs\/(.*?)(?:index)?\.md$/, '/$1'],
  // Private packages are for developers of this repository.
  [/^packages\/(?!published-|test-kit\/)(.*)\/README\.md$/, '/packages/$1'],
]

/** The path of a page on the site; `undefined` for a file that is not a page. */
export const pagePath = (file: string): string | undefined => {
  const [pattern, path] = PLACES.find(([known]) => known.test(file)) ?? []
  return pattern === undefined || path === undefined ? undefined : file.replace(pattern, path)
}

/** Leads a link to the page of the site, or to the repository if the site does not have the file. */
const siteLink = (root: string, page: string, href: string): string => {
  const [path = '', anchor] = href.split('#')
  const file = normalize(join(page, '..', path))
  if (!existsSync(join(root, file))) throw new Error(`${page} links to ${href}, which does not exist`)
  const target = pagePath(file) ?? `${REPOSITORY}/blob/main/${file}`
  return anchor === undefined ? target : `${target}#${anchor}`
}

/** Relative links of the pages are paths in the repository, so that they work on GitHub too. */
export const repositoryLinks =
  (root: string) =>
  (markdown: MarkdownRenderer): void => {
    markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
      const page: string = env.realPath ?? env.path
      for (const token of tokens.flatMap(({ children }) => children ?? [])) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href === null || /^([a-z]+:|#|\/)/.test(href)) continue
        token.attrSet('href', siteLink(root, page.slice(root.length + 1), href))
      }
    })
  }
