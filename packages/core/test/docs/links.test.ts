import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const pages = globSync(['*.md', '{docs,bench,packages,examples}/**/*.md'], {
  cwd: root,
  exclude: (name) => name.includes('node_modules'),
})

const read = (page: string): string => readFileSync(join(root, page), 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '')

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu, '')
    .replaceAll(' ', '-')

const hasAnchor = (page: string, anchor: string): boolean =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)

const isBroken = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(page, '..', path))
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !hasAnchor(target, anchor)
}

test('every relative link in a page leads to a file and a heading', () => {
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  )
  const relative = links.filter(({ link }) => !/^[a-z]+:/.test(link))
  expect(relative.length).toBeGreaterThan(100)
  expect(relative.filter(({ page, link }) => isBroken(page, link))).toEqual([])
})
