import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
  type WriteFileOptions,
} from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { CommandError, listOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { ignoreAdvice, isTracked, repositoryOf, untrackAdvice } from '../git.ts'
import { REPOSITORY } from '../repository.ts'
import { readVariable, writeVariable } from '../secret/env-text.ts'
import { makeSecret } from '../secret/secret.ts'
import { colorDiff, diffOf, markMissing, type FileChange } from '../terminal/diff.ts'
import { whileWaiting } from '../terminal/progress.ts'
import { findConfigFiles } from '../application/load-config.ts'
import {
  findFramework,
  frameworks,
  installCommand,
  readDependencies,
  type Framework,
} from '../application/frameworks.ts'
import { addedLines, chooseProviders, setProviders, type ChosenProvider } from './set-providers.ts'
import { missingInServer, placeServer } from './server-module.ts'
import { templates } from './templates.ts'

const hasCacheComponents = (cwd: string): boolean =>
  ['ts', 'mjs', 'js']
    .map((ending) => join(cwd, `next.config.${ending}`))
    .some((path) => existsSync(path) && /cacheComponents:\s*true/.test(readFileSync(path, 'utf8')))

/** Without Cache Components, Next.js refuses a page with this constant. */
const withoutInstant = (text: string): string => text.replace(/\n.*\nexport const instant = false\n/, '')

/** The files of a framework in this application. */
const filesFor = (cwd: string, framework: Framework): Readonly<Record<string, string>> => {
  const { id } = framework
  const files = Object.entries(templates[id] ?? {})
  const isOldSvelteKit = id === 'sveltekit' && /^\D*[12]\b/.test(readDependencies(cwd)['@sveltejs/kit'] ?? '')
  const needed = isOldSvelteKit ? files.filter(([path]) => path !== 'src/env.ts') : files
  if (id !== 'next') return placeServer(cwd, framework, Object.fromEntries(needed))
  const prefix = existsSync(join(cwd, 'src/app')) ? 'src/' : ''
  const adapt = hasCacheComponents(cwd) ? (text: string) => text : withoutInstant
  return Object.fromEntries(needed.map(([path, text]) => [prefix + path, adapt(text)]))
}

/** The module that configures Authwright already, if there is one. */
const findConfigured = (cwd: string): string | undefined =>
  findConfigFiles(cwd).find((path) => /['"]@authwright\//.test(readFileSync(join(cwd, path), 'utf8')))

const PAGE = /\.(?:svelte|tsx|vue|astro)$|\/\+|^src\/env\.ts$/

/** Of the files of a framework, those that a configured application needs to call its config. They import it from its usual place. */
const withoutConfig = (files: Readonly<Record<string, string>>, configured: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(files).filter(([path]) => configured in files && path !== configured && !PAGE.test(path)),
  )

const MASKED = '<random>'

/** The change that adds a secret to the file of variables, unless there is one or git tracks the file, and what to do about git. */
const planSecret = (cwd: string, { envFile: path }: Framework): Pick<Plan, 'secret' | 'gitSteps'> => {
  const before = existsSync(join(cwd, path)) ? readFileSync(join(cwd, path), 'latin1') : ''
  const hasSecret = Boolean(readVariable(before, 'AUTH_SECRET'))
  if (isTracked(cwd, path)) {
    const next = `${untrackAdvice(path)}. Then run: npx @authwright/cli secret --write ${path}`
    return {
      secret: undefined,
      gitSteps: hasSecret ? [] : [`git tracks ${path}, so no secret was added to it. ${next}`],
    }
  }
  const secret = hasSecret ? undefined : { path, before, after: writeVariable(before, 'AUTH_SECRET', makeSecret()) }
  const advice = ignoreAdvice(cwd, path)
  return { secret, gitSteps: advice === undefined ? [] : [advice] }
}

interface Plan {
  readonly framework: Framework
  readonly configured: string | undefined
  /** The lines with which a configured application gets the providers of `--provider`; none if it has them. */
  readonly added: string
  readonly isEmulated: boolean
  readonly providers: readonly ChosenProvider[]
  readonly variables: readonly string[]
  readonly created: readonly FileChange[]
  /** Files that exist. They are not changed. `after` is the file of the start page. */
  readonly left: readonly FileChange[]
  readonly secret: FileChange | undefined
  /** What to do so that git does not publish the secret. */
  readonly gitSteps: readonly string[]
}

const makePlan = async ({ cwd, positionals, values }: Invocation): Promise<Plan> => {
  if (positionals.length > 1) throw new UsageError('init takes one framework')
  const framework = findFramework(cwd, positionals[0])
  const isEmulated = values['emulator'] === true
  if (isEmulated && framework.id !== 'sveltekit') throw new UsageError('--emulator is for sveltekit only')
  const chosen = listOf(values, 'provider')
  const wanted = await chooseProviders(chosen.length > 0 ? chosen : ['github'])
  const configured = findConfigured(cwd)
  const config = configured === undefined ? '' : readFileSync(join(cwd, configured), 'utf8')
  const isMissing = ({ id }: ChosenProvider): boolean => !new RegExp(`/providers/${id}['"]`).test(config)
  const providers = configured === undefined ? wanted : chosen.length === 0 ? [] : wanted.filter(isMissing)
  const template = filesFor(cwd, framework)
  const ofFramework = setProviders(template, wanted, isEmulated)
  const files = Object.entries(configured === undefined ? ofFramework : withoutConfig(ofFramework, configured))
  const exists = ([path]: readonly [string, string]): boolean => existsSync(join(cwd, path))
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8')
  return {
    framework,
    configured,
    added: configured === undefined ? '' : addedLines([config, ...Object.values(template)], providers),
    isEmulated,
    providers,
    variables: providers.flatMap(({ variables }) => variables),
    created: files.filter((file) => !exists(file)).map(([path, after]) => ({ path, before: '', after })),
    left: files.filter(exists).map(([path, after]) => ({ path, before: read(path), after })),
    ...planSecret(cwd, framework),
  }
}

/** The diff of every file. The secret itself is not shown. */
const diffsOf = ({ created, secret }: Plan): readonly string[] => {
  const shown = secret === undefined ? [] : [{ ...secret, after: writeVariable(secret.before, 'AUTH_SECRET', MASKED) }]
  const lines = (text: string): string => text.replace(/^ .*$/gm, ' …')
  // Other variables of the file stay on the machine, and out of logs.
  return [...created.map(diffOf), ...shown.map((change) => lines(diffOf(change)))]
}

const HANDLE_ERROR = "export { handleError } from '@authwright/sveltekit'"

const OWN_HANDLE = /\bexport\s+(?:const|let|(?:async\s+)?function)\s+handle\b|\bexport\s*\{[^}]*\bhandle\b/

/** What a hooks file of SvelteKit with a `handle` of its own lacks, unless it imports the config. */
const missingSequence = (path: string, before: string, hasHandleError: boolean): readonly string[] =>
  /from\s*['"][^'"]*\bauth(?:\.\w+)*['"]/.test(before)
    ? []
    : [
        `${path} has its own handle and was not changed. Rename it to \`yours\`, do not export it, and add the lines with +:
+import { sequence } from '@sveltejs/kit/hooks'
+import { handle as authHandle } from './auth'

+export const handle = sequence(authHandle, yours)
${hasHandleError ? '' : `+${HANDLE_ERROR}\n`}`,
      ]

/** The file of the start page, with a + before each line that the file of the application does not have. */
const missingLines = (cwd: string, file: FileChange): readonly string[] => {
  const { path, before, after } = file
  const hasHandleError = /\bhandleError\b/.test(before)
  if (path === 'src/hooks.server.ts' && OWN_HANDLE.test(before)) return missingSequence(path, before, hasHandleError)
  const inServer = missingInServer(cwd, file)
  if (inServer !== undefined) return inServer
  // An own `handleError` stays as it is.
  const lines = markMissing(before, hasHandleError ? after.replace(`${HANDLE_ERROR}\n`, '') : after)
  if (!lines.some((line) => line.startsWith('+'))) return []
  return [
    `${path} exists and was not changed. Add the lines with +. They replace a start page of the framework:\n${lines.join('\n')}\n`,
  ]
}

/** The guides of the providers that have no client. They need more than the line that `init` writes. */
const GUIDES: Readonly<Record<string, string>> = {
  email: `add a database and the options of the e-mails: ${REPOSITORY}/docs/guides/email.md`,
  webauthn: `add a database and turn passkeys on: ${REPOSITORY}/docs/guides/passkeys.md`,
  credentials: `write the function that checks a password: ${REPOSITORY}/docs/guides/credentials.md`,
}

/** What the providers that the files name still need: clients, or what their guide says. */
const clientSteps = ({ framework, isEmulated, providers, variables }: Plan): readonly string[] => {
  const guided = providers.flatMap(({ id, type }) => (GUIDES[type] === undefined ? [] : [`For ${id}, ${GUIDES[type]}`]))
  if (isEmulated) {
    return [
      ...guided,
      'Start your application: npm run dev. The providers are emulated. With a mailbox and an inspector: npx @authwright/cli dev -- npm run dev',
    ]
  }
  const clients = providers.filter(({ type }) => GUIDES[type] === undefined).map(({ id }) => id)
  const urls = `, and register the URLs of: npx @authwright/cli providers ${clients.join(' ')}`
  return [
    ...(variables.length === 0
      ? []
      : [`Set ${variables.join(', ')} in ${framework.envFile}${clients.length === 0 ? '' : urls}`]),
    ...(clients.length === 0
      ? []
      : [`To sign in without a client while you develop: ${REPOSITORY}/docs/guides/development.md`]),
    ...guided,
  ]
}

/** What a configured application needs for more providers. */
const addSteps = (cwd: string, plan: Plan): readonly string[] => {
  const { configured, added, framework, variables } = plan
  if (added === '') return []
  const isDeclared = framework.id === 'sveltekit' && existsSync(join(cwd, 'src/env.ts'))
  return [
    `Add the lines with + to ${configured}. The … stands for the providers that it has:\n${added}`,
    ...(isDeclared && variables.length > 0 ? [`Declare ${variables.join(', ')} in src/env.ts`] : []),
    ...clientSteps({ ...plan, isEmulated: false }),
  ]
}

const nextSteps = ({ cwd }: Invocation, plan: Plan): readonly string[] => {
  const { framework, configured, isEmulated, left, created } = plan
  const page = `${REPOSITORY}/docs/start/${framework.install[0]?.replace('@authwright/', '')}.md`
  const lacking = left.flatMap((file) => missingLines(cwd, file))
  const installed = readDependencies(cwd)
  const install = [...framework.install, ...(isEmulated ? ['@authwright/emulator'] : [])].filter(
    (name) => installed[name] === undefined,
  )
  const isComplete = lacking.length + created.length + install.length + plan.added.length === 0
  return [
    ...lacking,
    ...(lacking.length === 0 ? [] : [`What these files are for: ${page}`]),
    ...plan.gitSteps,
    ...(install.length === 0 ? [] : [`Install the packages: ${installCommand(cwd, install, framework.devDependency)}`]),
    ...(configured === undefined
      ? clientSteps(plan)
      : [
          ...addSteps(cwd, plan),
          `${configured} configures Authwright already.${isComplete ? ' Nothing is missing.' : ''} To check it: npx @authwright/cli doctor`,
        ]),
  ]
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true

/** Whether a path in the application leads out of a folder by a symbolic link, or to nothing. */
const leadsOut = (folder: string, cwd: string, path: string): boolean => {
  const steps = path.split('/')
  const links = steps.map((_step, i) => join(cwd, ...steps.slice(0, i + 1))).filter(isLink)
  return links.some((link) => {
    const to = existsSync(link) ? relative(realpathSync(folder), realpathSync(link)) : '..'
    return to.split(sep)[0] === '..' || isAbsolute(to)
  })
}

/** A repository of others may have links to other places of the machine. Links within the repository are followed. */
const refuseLinks = (cwd: string, changes: readonly FileChange[]): void => {
  const folder = repositoryOf(cwd) ?? cwd
  const outside = changes.find(({ path }) => leadsOut(folder, cwd, path))
  if (outside === undefined) return
  const why = 'a symbolic link leads out of the repository or of the folder of the application, or to nothing'
  throw new CommandError(1, `${outside.path} is not written: ${why}. Replace the link, and run the command again`)
}

const confirmWrite = async ({ yes, values, terminal, json }: Invocation, count: number): Promise<boolean> => {
  if (values['dry-run'] === true || count === 0) return false
  if (yes) return true
  if (json || terminal.ask === undefined) throw new UsageError('without a terminal, init needs --yes or --dry-run')
  return terminal.ask(`Write ${count} file${count === 1 ? '' : 's'}?`)
}

const write = (cwd: string, { path, after }: FileChange, options: WriteFileOptions): void => {
  try {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), after, options)
  } catch (error) {
    throw new CommandError(4, `${path} could not be written`, { cause: error })
  }
}

const writeAll = (cwd: string, { created, secret }: Plan): void => {
  // A file that appeared after the diff was shown is not overwritten.
  for (const change of created) write(cwd, change, { flag: 'wx' })
  if (secret !== undefined) write(cwd, secret, { encoding: 'latin1', mode: 0o600 })
}

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { cwd, terminal, json, values } = invocation
  const plan = await whileWaiting(terminal, 'Reading the application', () => makePlan(invocation))
  const changes = [...plan.created, ...(plan.secret === undefined ? [] : [plan.secret])]
  refuseLinks(cwd, changes)
  const diffs = diffsOf(plan)
  if (!json) for (const diff of diffs) terminal.print(terminal.color ? colorDiff(diff) : diff)
  const isWritten = await confirmWrite(invocation, changes.length)
  if (isWritten) writeAll(cwd, plan)
  const isDeclined = changes.length > 0 && !isWritten && values['dry-run'] !== true
  const steps = nextSteps(invocation, plan)
  if (json) {
    const pathsOf = (some: readonly FileChange[]): readonly string[] => some.map(({ path }) => path)
    const [framework, left, files] = [plan.framework.id, pathsOf(plan.left), pathsOf(changes)]
    const result = { ok: !isDeclined, command: 'init', framework, written: isWritten, files, left, diffs, steps }
    terminal.print(JSON.stringify(result))
  } else for (const step of isDeclined ? [] : steps) terminal.printError(terminal.color ? colorDiff(step) : step)
  return isDeclined ? 1 : 0
}

export const command: Command = {
  usage: '[framework] [options]',
  description: `Writes the files with which an application signs users in, as the start page of the framework shows them,
and adds a secret to the file of variables. Shows a diff first. Leaves package.json and files that exist, and shows
what those lack.`,
  arguments: { '[framework]': `${frameworks.map(({ id }) => id).join(', ')} (default: by package.json)` },
  options: {
    provider: {
      type: 'string',
      value: '<ids>',
      multiple: true,
      help: 'providers of the catalog, with commas between them (default: github)',
    },
    emulator: { type: 'boolean', help: 'for sveltekit: emulate the providers in development, without a client' },
    'dry-run': { type: 'boolean', help: 'show the diff and write nothing' },
  },
  run,
}
