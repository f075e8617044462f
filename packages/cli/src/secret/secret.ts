import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { CommandError, textOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { ignoreAdvice, isTracked, untrackAdvice } from '../git.ts'
import { REPOSITORY } from '../repository.ts'
import { readVariable, variableLine, writeVariable } from './env-text.ts'
import { applyStep, nextStep, rotationSteps } from './rotation.ts'
import { isSigningAlgorithm, makeSigningKey, signingAlgorithms, type SigningKey } from './signing-key.ts'

/** 264 bits, so that the text needs no padding. */
const SECRET_BYTES = 33

export const makeSecret = (): string => randomBytes(SECRET_BYTES).toString('base64')

const readName = ({ values }: Invocation, usual: string): string => {
  const name = textOf(values, 'name') ?? usual
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

/** Adds a variable. A value that is there stays. */
const addVariable = (text: string, name: string, value: string, file: string, advice: string): Change => {
  if (readVariable(text, name)) throw new CommandError(1, `${file} has ${name} already. ${advice}`)
  return { text: writeVariable(text, name, value), message: `${name} was written to ${file}.` }
}

const changeSecret = (text: string, name: string, file: string, rotate: boolean): Change => {
  const secret = makeSecret()
  if (!rotate) return addVariable(text, name, secret, file, '--rotate replaces it')
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

/** Changes a file of variables, unless git tracks it, and returns its path as it was written. */
const write = ({ cwd, positionals, terminal }: Invocation, change: (text: string, file: string) => Change): string => {
  const file = positionals[0] ?? '.env'
  const path = resolve(cwd, file)
  if (isTracked(cwd, path)) {
    throw new CommandError(1, `git tracks ${file}, so a commit would publish the secret. ${untrackAdvice(file)}`)
  }
  const before = reachable(file, () => (existsSync(path) ? readFileSync(path, 'latin1') : ''))
  const { text, message } = change(before, file)
  reachable(file, () => writeFileSync(path, text, { encoding: 'latin1', mode: 0o600 }))
  terminal.printError(message)
  const advice = ignoreAdvice(cwd, file)
  if (advice !== undefined) terminal.printError(advice)
  return file
}

const runSecret = (invocation: Invocation): void => {
  const { values, terminal, json } = invocation
  const name = readName(invocation, 'AUTH_SECRET')
  const isRotation = values['rotate'] === true
  if (values['write'] === true) {
    const file = write(invocation, (text, path) => changeSecret(text, name, path, isRotation))
    if (json) terminal.print(JSON.stringify({ ok: true, command: 'secret', name, file }))
    return
  }
  const value = makeSecret()
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'secret', name, value }))
  else if (isRotation) terminal.print(describeRotation(name, value))
  else terminal.print(values['raw'] === true ? value : variableLine(name, value))
}

const GUIDE = `${REPOSITORY}/docs/guides/oauth.md#client-authentication-with-a-key`

/** Prints the private key, or writes it to a file and prints the public one, which is no secret. */
const printKey = (invocation: Invocation, { privateJwk, jwks }: SigningKey): void => {
  const { values, terminal, json } = invocation
  const name = readName(invocation, 'AUTH_PRIVATE_KEY')
  const value = JSON.stringify(privateJwk)
  const printJson = (more: object): void =>
    terminal.print(JSON.stringify({ ok: true, command: 'secret', name, ...more, jwks }))
  if (values['write'] === true) {
    const advice = 'Choose another --name, so that the provider can accept both keys for a while'
    const file = write(invocation, (text, path) => addVariable(text, name, value, path, advice))
    if (json) printJson({ file })
    else terminal.print(JSON.stringify(jwks))
    terminal.printError(`Register this public key at the provider. ${GUIDE}`)
    return
  }
  if (json) printJson({ value })
  else terminal.print(values['raw'] === true ? value : variableLine(name, value))
  terminal.printError(
    json
      ? `Register the public key at the provider. ${GUIDE}`
      : `Register this public key at the provider:\n${JSON.stringify(jwks)}\n${GUIDE}`,
  )
}

const runSigning = (invocation: Invocation, algorithm: string): void => {
  if (!isSigningAlgorithm(algorithm))
    throw new UsageError(`--signing: ${algorithm} is none of ${signingAlgorithms.join(', ')}`)
  if (invocation.values['rotate'] === true)
    throw new UsageError('--rotate is for secrets. Make a second key with --signing and another --name')
  printKey(invocation, makeSigningKey(algorithm))
}

const run = (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, values } = invocation
  if (positionals.length > (values['write'] === true ? 1 : 0))
    throw new UsageError('secret takes a file only after --write, and only one')
  const algorithm = textOf(values, 'signing')
  if (algorithm === undefined) runSecret(invocation)
  else runSigning(invocation, algorithm)
  return Promise.resolve(0)
}

export const command: Command = {
  usage: '[--write [file]] [options]',
  description: `Makes a random secret of 264 bits. Prints it as a line of a .env file, or adds it to one. With --signing
it makes a key with which the application authenticates at a provider (private_key_jwt): the private key
is the secret, as a JWK, and the public key for the provider is printed beside it.`,
  arguments: { '[file]': 'for --write: the file to add the secret to (default: .env)' },
  options: {
    write: { type: 'boolean', help: 'add the secret to a .env file, and change nothing else of it' },
    raw: { type: 'boolean', help: 'print only the value' },
    name: {
      type: 'string',
      value: '<variable>',
      help: 'the variable (default: AUTH_SECRET, with --signing AUTH_PRIVATE_KEY)',
    },
    rotate: {
      type: 'boolean',
      help: 'replace the secret in three deployments: print them, or with --write make the next step',
    },
    signing: {
      type: 'string',
      value: '<algorithm>',
      help: `make a key for private_key_jwt: ${signingAlgorithms.join(', ')}`,
    },
  },
  run,
}
