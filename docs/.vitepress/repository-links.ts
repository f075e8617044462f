import { join, normalize } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'

export const REPOSITORY = 'https://github.com/authwright/authwright'

/** Leads links to what is not a page of the site, such as `../../SECURITY.md`, to the repository. */
export const repositoryLinks = (markdown: MarkdownRenderer): void => {
  markdown.core.ruler.push('repository-links', ({ tokens, env }) => {
    const page: string = env.relativePath ?? ''
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href === null || /^([a-z]+:|#|\/)/.test(href)) continue
      const path = normalize(join('docs', page, '..', href))
      if (!path.startsWith('docs/') || !/\.md(#|$)/.test(path)) token.attrSet('href', `${REPOSITORY}/blob/main/${path}`)
    }
  })
}
