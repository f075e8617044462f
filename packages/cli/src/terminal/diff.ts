import { styleText } from 'node:util'
import { createTwoFilesPatch } from 'diff'

type Style = Parameters<typeof styleText>[0]

/** A file before and after a change. */
export interface FileChange {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** The change of a file as a unified diff. */
export const diffOf = ({ path, before, after }: FileChange): string =>
  createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, { context: 2 })
    .split('\n')
    .filter((line) => !/^=+$/.test(line))
    .join('\n')
    .trimEnd()

const styleOf = (line: string): Style | undefined => {
  if (/^(?:---|\+\+\+) /.test(line)) return 'bold'
  if (line.startsWith('@@')) return 'cyan'
  if (line.startsWith('+')) return 'green'
  return line.startsWith('-') ? 'red' : undefined
}

export const colorDiff = (diff: string): string =>
  diff
    .split('\n')
    .map((line) => {
      const style = styleOf(line)
      return style === undefined ? line : styleText(style, line)
    })
    .join('\n')

/** A line as it is looked for. Of a member only the name counts, such as `compatibilityDate:`, because the value may differ. */
const keyOf = (line: string): string => /^(\w+:) '.*',$/.exec(line.trim())?.[1] ?? line.trim()

/** The lines of a text, with a + before each that another one does not have. */
export const markMissing = (text: string, wanted: string): readonly string[] => {
  const existing = new Set(['', ...text.split('\n').map(keyOf)])
  return wanted
    .trimEnd()
    .split('\n')
    .map((line) => (existing.has(keyOf(line)) ? ` ${line}`.trimEnd() : `+${line}`))
}
