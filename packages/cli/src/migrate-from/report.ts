import { differences, type Finding } from './differences.ts'

/** The findings of all files: the place, what it names, and the sentence of the reference. */
export const describeFindings = (findings: readonly Finding[]): string =>
  findings
    .map(({ file, line, rule, subject }) => {
      const named = subject === undefined ? '' : ` (${subject})`
      return `${file}:${line}  ${rule}${named}\n    ${differences[rule]}`
    })
    .join('\n')
