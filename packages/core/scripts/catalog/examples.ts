import { variablesOf, type CatalogEntry } from './entries.ts'

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const exampleOf = (entry: CatalogEntry): readonly string[] => {
  const { exported, file, id, type } = entry
  const callback = type === 'email' ? '' : `; the callback is /auth/callback/${id}`
  return [
    '@example',
    `// with ${list(variablesOf(entry))} set${callback}`,
    `import ${exported} from '@authwright/core/providers/${file}'`,
    `const config = { providers: [${exported}] }`,
  ]
}

/** A comment without stars, before and after `@example`. */
const readComment = (comment: string): readonly [text: string, example?: string] => {
  const [text = '', example] = comment.replaceAll(/^ *\* ?/gm, '').split(/^@example$/m)
  return example === undefined ? [text.trim()] : [text.trim(), example.trim()]
}

/**
 * The text of an entry's file with the example that an editor shows for its function. An example that is written by hand stays: that of
 * an entry without environment variables, or with an option that has no variable.
 */
export const withExample = (entry: CatalogEntry): string => {
  const { source, exported } = entry
  const at = source.search(new RegExp(`^export const ${exported}\\b`, 'm'))
  if (at < 0 || variablesOf(entry).length === 0) return source
  const begin = source.lastIndexOf('/**', at)
  const [text, example = '// with '] = readComment(source.slice(begin + '/**'.length, source.lastIndexOf('*/', at)))
  if (!example.startsWith('// with ')) return source
  const lines = [...text.split('\n'), ...exampleOf(entry)]
  return `${source.slice(0, begin)}/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n${source.slice(at)}`
}
