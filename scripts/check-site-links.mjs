// Checks the links of the built documentation site: each leads to a page or a file of the site, and to an element with its id.
// VitePress checks neither the ids, nor the links of the navigation and of the home page.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a page: `/guides/email` for `guides/email.html`, and `/start/` for `start/index.html`. */
const pathOf = (file) => `/${file.replaceAll('\\', '/').replace(/(?:(?<=^|\/)index)?\.html$/, '')}`

const decodeHtml = (text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

const attributes = (html, pattern) => [...html.matchAll(pattern)].map(([, value = '']) => decodeHtml(value))

/**
 * The broken links, each with its page.
 * @param {string} dist the folder of the built site
 * @returns {string[]}
 */
export const findBrokenLinks = (dist) => {
  const pages = new Map(
    globSync('**/*.html', { cwd: dist }).map((file) => {
      const html = readFileSync(join(dist, file), 'utf8')
      const links = attributes(html, /<a\s[^>]*?href="([^"]*)"/g)
      return [pathOf(file), { links: new Set(links), ids: new Set(attributes(html, /\sid="([^"]+)"/g)) }]
    }),
  )
  const isBroken = (page, link) => {
    const { origin, pathname, hash } = new URL(link, `http://site${page}`)
    if (origin !== 'http://site') return false
    const target = pages.get(pathname.replace(/\.html$/, ''))
    if (target === undefined) return !/\.\w+$/.test(pathname) || !existsSync(join(dist, pathname))
    return hash !== '' && !target.ids.has(decodeURIComponent(hash.slice(1)))
  }
  return [...pages].flatMap(([page, { links }]) =>
    [...links].filter((link) => isBroken(page, link)).map((link) => `${page} links to ${link}, which does not exist`),
  )
}

/** Fails if a link of the built site is broken. @param {string} dist */
export const checkSiteLinks = (dist) => {
  const broken = findBrokenLinks(dist)
  for (const problem of broken) console.error(problem)
  return Promise.resolve(broken.length === 0 ? 0 : 1)
}
