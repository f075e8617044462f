import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { listOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { describeProviders } from '../application/describe-providers.ts'
import { withConfig, type LoadedConfig } from '../application/load-config.ts'
import { whileWaiting } from '../terminal/progress.ts'
import { checks, diagnose, selectChecks, type Diagnosis, type Selection } from './diagnose.ts'
import type { Facts } from './check.ts'
import { maskSecrets } from './mask-secrets.ts'
import { readProject } from './read-project.ts'
import { startErrorOf } from './start-error.ts'
import { system } from './system.ts'

/** Long and random, so that a missing secret does not hide the errors of other options. */
const STAND_IN = 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw'

const readFacts = async ({ cwd, values }: Invocation, { config, written, file }: LoadedConfig): Promise<Facts> => {
  const warnings: (readonly [string, string])[] = []
  const { account } = config
  const tokens = account?.tokens?.secret === undefined ? {} : { tokens: { ...account.tokens, secret: `${STAND_IN}2` } }
  const startError = await startErrorOf(
    { ...config, secret: STAND_IN, account: { ...account, ...tokens } },
    (...warning) => void warnings.push(warning),
  )
  const { origin } = config
  return {
    config,
    written,
    file,
    source: readFileSync(resolve(cwd, file), 'utf8'),
    origin: origin !== undefined && /^https?:\/\//.test(origin) && URL.canParse(origin) ? new URL(origin) : undefined,
    env: { ...process.env },
    isProduction: values['production'] === true || process.env['NODE_ENV'] === 'production',
    providers: describeProviders(config),
    startError,
    warnings,
    project: readProject(cwd),
    system,
  }
}

const marks = { ok: ['✓', 'green'], note: ['·', 'cyan'], warn: ['!', 'yellow'], fail: ['✗', 'red'] } as const

const describe = ({ id, level, found, why, fix, docs }: Diagnosis, color: boolean): string => {
  const [mark, style] = marks[level]
  const line = `${color ? styleText(style, mark) : mark} ${level === 'ok' ? id : `${id.padEnd(26)} ${found}`}`
  return level === 'ok' ? line : [line, `    why   ${why}`, `    fix   ${fix}`, `    docs  ${docs}`].join('\n')
}

const summaryOf = (results: readonly Diagnosis[]): string => {
  const count = (level: Diagnosis['level'], name: string): string => {
    const { length } = results.filter((result) => result.level === level)
    return `${length} ${name}${length === 1 || name === 'ok' ? '' : 's'}`
  }
  const counts = [count('ok', 'ok'), count('note', 'note'), count('warn', 'warning'), count('fail', 'failure')]
  return `${results.length} checks: ${counts.join(', ')}`
}

const readSelection = ({ values }: Invocation): Selection => {
  const names = new Set(checks.flatMap(({ id }) => [id, id.split('.')[0] ?? '']))
  const [only, skip] = [listOf(values, 'only'), listOf(values, 'skip')]
  const unknown = [...only, ...skip].find((name) => !names.has(name))
  if (unknown !== undefined)
    throw new UsageError(`${unknown} is neither a check nor a group of checks.${didYouMean(unknown, [...names])}`)
  return { only, skip, isOffline: values['offline'] === true }
}

/** How many checks a message names. At the begin of a second all may be pending. */
const NAMED = 5

const listSome = (ids: readonly string[]): string => {
  const more = ids.length - NAMED
  return more > 0 ? `${ids.slice(0, NAMED).join(', ')} and ${more} more` : ids.join(', ')
}

const run = (invocation: Invocation): Promise<ExitCode> => {
  const { terminal, json, positionals, values } = invocation
  if (positionals.length > 0) throw new UsageError('doctor takes no argument')
  const selection = readSelection(invocation)
  return withConfig(invocation, async (loaded) => {
    const facts = await readFacts(invocation, loaded)
    const selected = selectChecks(selection, facts.isProduction)
    terminal.printError(`Making ${selected.length} checks of ${loaded.file} …`)
    const pending = new Set(selected.map(({ id }) => id))
    const found = await whileWaiting(
      terminal,
      () => `Waiting for ${listSome([...pending])}`,
      () => diagnose(selected, facts, (id) => void pending.delete(id)),
    )
    const results = found.map((result) => ({
      ...result,
      found: maskSecrets(result.found, facts),
      fix: maskSecrets(result.fix, facts),
    }))
    const ok = results.every(({ level }) => level === 'ok' || level === 'note')
    if (json) terminal.print(JSON.stringify({ ok, command: 'doctor', checks: results }))
    else {
      const shown = values['verbose'] === true ? results : results.filter(({ level }) => level !== 'ok')
      for (const result of shown) terminal.print(describe(result, terminal.color))
      terminal.print(summaryOf(results))
    }
    return ok ? 0 : 1
  })
}

export const command: Command = {
  usage: '[options]',
  description: `Checks the configuration of the application, its variables, database, providers and mail server. Each finding
says what was found, why it matters and what to do. Prints no secret. Changes nothing, but a SQLite adapter creates
its file if it does not exist. The exit code is 1 if there are warnings or failures.`,
  arguments: {},
  options: {
    production: { type: 'boolean', help: 'check as for production: .env.production, and more checks' },
    offline: { type: 'boolean', help: 'leave out the checks that send requests' },
    only: { type: 'string', value: '<names>', multiple: true, help: 'make only these checks or groups' },
    skip: { type: 'string', value: '<names>', multiple: true, help: 'leave out these checks or groups' },
    verbose: { type: 'boolean', help: 'also list the checks that found nothing' },
  },
  run,
}
