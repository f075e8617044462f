import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, textOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { ignoreAdvice, isTracked, untrackAdvice } from '../git.ts'
import { readVariable, writeVariable } from './env-text.ts'
import { applyStep, nextStep, rotationSteps } from './rotation.ts'

/** 264 bits, so that the text needs no padding. */
const SECRET_BYTES = 33

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64')

const readName = ({ values }: Invocation): string => {
  const name = textOf(values, 'name') ?? 'AUTH_SECRET'
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`--name: ${name} is not the name of a variable`)
  return name
}

const reachable = <Result>(path: string, work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new CommandError(4, `${path} could not be read or written${code}`, { cause: error })
  }
}

const HEADINGS = [
  'Deploy these first: every process can then open what the new secret seals.',
  'When all processes run with them, deploy these: the new secret seals.',
  'After session.maxAge (30 days by default), deploy this: the old secret is gone.',
]

/** The three deployments as text. The present secret is not known, and is not printed. */
const describeRotation = (name: string, secret: string): string =>
  rotationSteps(name, `<the present value of ${name}>`, secret)
    .map((step, i) => {
      const lines = Object.entries(step).flatMap(([variable, value]) => value && `${variable}="${value}"`)
      return [`# ${i + 1}. ${HEADINGS[i]}`, ...lines.filter(Boolean)].join('\n')
    })
    .join('\n\n')

interface Change {
  readonly text: string
  readonly message: string
}

const changeText = (text: string, name: string, file: string, rotate: boolean): Change => {
  const secret = makeSecret()
  if (!rotate) {
    if (readVariable(text, name)) throw new CommandError(1, `${file} has ${name} already. --rotate replaces it`)
    return { text: writeVariable(text, name, secret), message: `${name} was written to ${file}.` }
  }
  const next = nextStep(text, name, secret)
  if (next === undefined) {
    const why = `${file} does not have ${name} alone, or with the variables of a rotation`
    throw new CommandError(1, `${why}. Without --write, --rotate prints the three steps`)
  }
  const { number, step } = next
  const heading = HEADINGS[number - 1]
  const more = number === 3 ? 'The rotation is complete.' : 'Run the same command for the next step.'
  return { text: applyStep(text, step), message: `Step ${number} of 3 was written to ${file}. ${heading} ${more}` }
}

const write = (invocation: Invocation, name: string): ExitCode => {
  const { cwd, positionals, terminal, values, json } = invocation
  const file = positionals[0] ?? '.env'
  const path = resolve(cwd, file)
  if (isTracked(cwd, path)) {
    throw new CommandError(1, `git tracks ${file}, so a commit would publish the secret. ${untrackAdvice(file)}`)
  }
  const before = reachable(file, () => (existsSync(path) ? readFileSync(path, 'latin1') : ''))
  const { text, message } = changeText(before, name, file, values['rotate'] === true)
  reachable(file, () => writeFileSync(path, text, { encoding: 'latin1', mode: 0o600 }))
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'secret', name, file }))
  terminal.printError(message)
  const advice = ignoreAdvice(cwd, file)
  if (advice !== undefined) terminal.printError(advice)
  return 0
}

const run = (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values, terminal, json } = invocation
  const name = readName(invocation)
  if (values['write'] === true && positionals.length <= 1) return Promise.resolve(write(invocation, name))
  if (positionals.length > 0) throw new UsageError('secret takes a file only after --write, and only one')
  const value = makeSecret()
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'secret', name, value }))
  else if (values['rotate'] === true) terminal.print(describeRotation(name, value))
  else terminal.print(values['raw'] === true ? value : `${name}="${value}"`)
  return Promise.resolve(0)
}

export const command: Command = {
  usage: '[--write [file]] [options]',
  description: `Makes a random secret of 264 bits. Prints it as a line of a .env file, or adds it to one.`,
  arguments: { '[file]': 'for --write: the file to add the secret to (default: .env)' },
  options: {
    write: { type: 'boolean', help: 'add the secret to a .env file, and change nothing else of it' },
    raw: { type: 'boolean', help: 'print only the value' },
    name: { type: 'string', value: '<variable>', help: 'the variable (default: AUTH_SECRET)' },
    rotate: {
      type: 'boolean',
      help: 'replace the secret in three deployments: print them, or with --write make the next step',
    },
  },
  run,
}
