import { styleText } from 'node:util'
import { createTwoFilesPatch } from 'diff'
import type { Changed } from './code.ts'
import { differences, type Finding } from './differences.ts'

type Style = Parameters<typeof styleText>[0]

/** The change of a file as a unified diff. */
export const diffOf = ({ path, before, after }: Changed): string =>
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

/** The findings of all files: the place, what it names, and the sentence of the guide. */
export const describeFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ file, line, rule, subject }) => {
      const named = subject === undefined ? '' : ` (${subject})`
      return `${file}:${line}  ${rule}${named}\n    ${differences[rule]}`
    })
    .join('\n')
