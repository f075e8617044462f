import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { CommandError, textOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { REPOSITORY } from '../repository.ts'
import { checks } from '../doctor/diagnose.ts'
import { whileWaiting } from '../terminal/progress.ts'
import { errorPages } from './error-pages.ts'

/** What an error type, a warning or a check means, and the record of the log that has the reference. */
interface Explanation {
  readonly code: string
  readonly text: string
  readonly record?: string
}

/** Compared without case and without what logs and pages put around a code. */
const normalize = (code: string): string => code.toLowerCase().replaceAll(/[^a-z\d.-]/g, '')

const findByCode = (code: string): Explanation | undefined => {
  const type = Object.keys(errorPages).find((name) => normalize(name) === normalize(code))
  if (type !== undefined) return { code: type, text: errorPages[type] ?? '' }
  const check = checks.find(({ id }) => id === normalize(code))
  if (check === undefined) return undefined
  const { id, level, why, fix, docs } = check
  return { code: id, text: `A check of authwright doctor (${level}).\n\nwhy   ${why}\nfix   ${fix}\ndocs  ${docs}` }
}

const REFERENCE = /^[\dA-F]{8}$/i

/** Lines of a record after its first one: causes, their code, what to do, and the documentation. */
const CONTINUED = /^(?: {4}at |\[(?:cause|fix|docs)\] )/

/** The record of a log that has a reference: the line that names it, and those that continue it. */
const findRecord = (log: string, reference: string): string | undefined => {
  const lines = log.split('\n')
  const at = lines.findIndex((line) => new RegExp(`"reference":\\s*"${reference}"`, 'i').test(line))
  if (at < 0) return undefined
  const end = lines.findIndex((line, index) => index > at && !CONTINUED.test(line))
  return lines.slice(at, end < 0 ? undefined : end).join('\n')
}

/** Where the record is. */
const SOURCES =
  'Name the file that has the standard error of the server, or - and pass the log on, such as: docker logs app 2>&1 | npx @authwright/cli explain <reference> --log -'

const readLog = async ({ cwd, terminal }: Invocation, path: string): Promise<string> => {
  const [source, read] =
    path === '-'
      ? ['the standard input until it ends', () => readText(process.stdin)]
      : [path, () => readFile(resolve(cwd, path), 'utf8')]
  try {
    return await whileWaiting(terminal, `Reading ${source}`, read)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const why = isMissing ? `does not exist in ${cwd}` : 'cannot be read'
    throw new CommandError(4, `--log: ${path} ${why}. ${SOURCES}`, { cause: error })
  }
}

const missingRecord = (where: string, reference: string): string =>
  `${where} has no record with the reference ${reference}. Compare it with the page, and search the log of the server that showed the page, of that time, and of each of its processes. Mistakes of users, such as a wrong password, are in the log with debug: true only: ${REPOSITORY}/docs/guides/troubleshooting.md`

const explainReference = async (invocation: Invocation, reference: string): Promise<Explanation> => {
  const path = textOf(invocation.values, 'log')
  if (path === undefined)
    throw new UsageError(`${reference} is a reference. The log of the server has the error: --log <file>. ${SOURCES}`)
  const record = findRecord(await readLog(invocation, path), reference)
  if (record === undefined)
    throw new CommandError(1, missingRecord(path === '-' ? 'the standard input' : path, reference))
  const code = Object.keys(errorPages).find((type) => new RegExp(`\\b${type}\\b`).test(record)) ?? 'Configuration'
  return { code, text: errorPages[code] ?? '', record }
}

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, terminal, json } = invocation
  const [code, ...more] = positionals
  if (code === undefined || more.length > 0)
    throw new UsageError('explain takes one reference, error type, warning or check')
  const found = findByCode(code) ?? (REFERENCE.test(code) ? await explainReference(invocation, code) : undefined)
  if (found === undefined) {
    const hint = didYouMean(code, [...Object.keys(errorPages), ...checks.map(({ id }) => id)])
    throw new UsageError(
      `${code} is neither an error type, nor a warning, nor a check, nor a reference.${hint} ${REPOSITORY}/docs/reference/errors.md lists the error types`,
    )
  }
  const { record } = found
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'explain', ...found }))
  else terminal.print([...(record === undefined ? [] : [record]), found.code, found.text].join('\n\n'))
  return 0
}

export const command: Command = {
  usage: '<code> [options]',
  description: `Says what an error means and what to do: by its type, such as MissingSecret, by the code of a warning, such as
unknown-option, by a check of doctor, such as secret.missing, or by the reference that a page has shown to a user.`,
  arguments: { '<code>': 'an error type, a warning, a check, or a reference of eight characters' },
  options: {
    log: { type: 'string', value: '<file>', help: 'the log of the server, for a reference; - is the standard input' },
  },
  run,
}
