import type { Node } from '@babel/types'
import type { Detected } from './detect.ts'
import type { Edit } from './edits.ts'
import { exportOf, type AuthJsExport, type Imports, type NamedExport } from './imports.ts'
import { keyOf, memberOf, rangeOf, walk } from './syntax.ts'

/** The path that `auth-astro` and the client of `@hono/auth-js` use unless the application names one. Ours use `/auth`. */
const DEFAULT = '/api/auth'

const isOf = (used: AuthJsExport | undefined, packageName: string, name: string): boolean =>
  used?.module.name === packageName && used.module.path === '.' && used.name === name

const isPrefix = (member: Node): boolean => keyOf(member) === 'prefix'

/** Keeps the routes of the integration of `auth-astro` where they are. `undefined` if the code does not show its options. */
const setBasePath = (call: Node, quote: string): Edit | undefined => {
  if (call.type !== 'CallExpression') return undefined
  const option = `basePath: ${quote}${DEFAULT}${quote}`
  const [options] = call.arguments
  const end = rangeOf(call)[1] - 1
  if (options === undefined) return { start: end, end, text: `{ ${option} }` }
  if (options.type !== 'ObjectExpression') return undefined
  const [start, optionsEnd] = rangeOf(options)
  const [first] = options.properties
  if (first === undefined) return { start, end: optionsEnd, text: `{ ${option} }` }
  const prefix = options.properties.find(isPrefix)
  if (prefix === undefined) return { start: rangeOf(first)[0], end: rangeOf(first)[0], text: `${option}, ` }
  if (prefix.type !== 'ObjectProperty' || prefix.shorthand) return undefined
  const [from, to] = rangeOf(prefix.key)
  return { start: from, end: to, text: 'basePath' }
}

/** Where the base path would change: edits that keep it, and places that the developer has to look at. */
export const keepBasePath = (root: Node, imports: Imports, named: readonly NamedExport[], quote: string) => {
  const edits: Edit[] = []
  const detected: Detected[] = named
    .filter(({ module, name }) => module.name === '@hono/auth-js' && name === 'SessionProvider')
    .map(({ node }) => ({ node, rule: 'base-path' }))
  walk(root, (node) => {
    if (node.type !== 'CallExpression') return
    const called = exportOf(node.callee, imports)
    if (isOf(called, 'auth-astro', 'default')) {
      const edit = setBasePath(node, quote)
      if (edit) edits.push(edit)
      else detected.push({ node, rule: 'base-path' })
    }
    const prefix = isOf(called, 'auth-astro', 'defineConfig') ? memberOf(node.arguments[0], 'prefix') : undefined
    if (prefix) detected.push({ node: prefix, rule: 'base-path' })
  })
  return { edits, detected }
}
