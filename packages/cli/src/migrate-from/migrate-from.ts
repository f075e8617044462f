import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { colorDiff, diffOf } from '../terminal/diff.ts'
import { whileWaiting } from '../terminal/progress.ts'
import {
  changeCode,
  configsOf,
  importsFramework,
  readCode,
  replacementsIn,
  type Changed,
  type CodeFile,
} from './code.ts'
import { differences } from './differences.ts'
import { changeManifest, dependsOnFramework } from './manifest.ts'
import { listFiles, packageFolderOf } from './project.ts'
import { describeFindings } from './report.ts'

/** Reads a file, or reports that it cannot be parsed. */
const attempt = <Result>(path: string, read: () => Result, unreadable: Changed[], text: string): Result | undefined => {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const line = (error as { readonly loc?: { readonly line: number } }).loc?.line ?? 1
    unreadable.push({ path, before: text, after: text, findings: [{ file: path, line, rule: 'syntax' }] })
    return undefined
  }
}

/** The change of every file that names Auth.js. */
const changeProject = (
  { cwd, positionals: [, ...paths], terminal, version }: Invocation,
  report: (subject: string) => void,
): readonly Changed[] => {
  const unreadable: Changed[] = []
  const files = listFiles(cwd, paths).map((path) => ({ path, text: readFileSync(join(cwd, path), 'utf8') }))
  const isManifest = ({ path }: { readonly path: string }): boolean => basename(path) === 'package.json'
  const code: CodeFile[] = files
    .filter((file) => !isManifest(file))
    .flatMap(({ path, text }, index, { length }) => {
      report(`Reading file ${index + 1} of ${length}`)
      return attempt(path, () => readCode(path, text), unreadable, text) ?? []
    })
  const manifests = files.filter(isManifest)

  const staying = new Map<string, boolean>()
  /** Whether the package of a folder keeps Auth.js. Its package.json counts even if the paths leave it out. */
  const stays = (folder: string): boolean => {
    const known = staying.get(folder)
    if (known !== undefined) return known
    const manifest = join(cwd, folder, 'package.json')
    const inManifest = (): boolean => existsSync(manifest) && dependsOnFramework(readFileSync(manifest, 'utf8'))
    const inCode = code.some((file) => packageFolderOf(cwd, file.path) === folder && importsFramework(file))
    const result = inCode || (attempt(manifest, inManifest, [], '') ?? false)
    staying.set(folder, result)
    return result
  }
  const configs = new Set(code.flatMap(configsOf))
  const changedCode = code.map((file, index) => {
    report(`Changing file ${index + 1} of ${code.length}`)
    return changeCode(file, { stays: stays(packageFolderOf(cwd, file.path)), configs, today: terminal.today })
  })
  const changedManifests = manifests.flatMap(({ path, text }) => {
    const folder = packageFolderOf(cwd, path)
    const own = code.filter((file) => packageFolderOf(cwd, file.path) === folder)
    const facts = { stays: stays(folder), version, used: new Set(own.flatMap(replacementsIn)) }
    return attempt(path, () => changeManifest(path, text, facts), unreadable, text) ?? []
  })
  return [...changedManifests, ...changedCode, ...unreadable]
}

const isChanged = ({ before, after }: Changed): boolean => before !== after

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

/** Without a terminal the command line has to say whether to write. */
const checkConfirmation = ({ yes, json, terminal, values }: Invocation): void => {
  if (yes || values['dry-run'] === true || (terminal.ask !== undefined && !json)) return
  throw new UsageError('there is no terminal to ask. Write the changes with --yes, or only show them with --dry-run')
}

const confirm = async ({ yes, terminal, values }: Invocation, changes: number): Promise<boolean> => {
  if (values['dry-run'] === true || changes === 0) return false
  return yes || ((await terminal.ask?.(`Write ${count(changes, 'file')}?`)) ?? false)
}

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { cwd, positionals, terminal, json } = invocation
  if (positionals[0] !== 'authjs') throw new UsageError('migrate-from needs the name of a library: authjs')
  const results = await whileWaiting(terminal, 'Reading the files of the application', (report) =>
    changeProject(invocation, report),
  )
  const changes = results.filter(isChanged)
  const findings = results.flatMap((result) => result.findings)
  if (changes.length > 0) checkConfirmation(invocation)
  if (!json) {
    for (const change of changes) terminal.print(terminal.color ? colorDiff(diffOf(change)) : diffOf(change))
    if (findings.length > 0) terminal.print(`\nTo change by hand:\n${describeFindings(findings)}\n`)
  }
  const written = await confirm(invocation, changes.length)
  if (written) for (const { path, after } of changes) writeFileSync(join(cwd, path), after)
  const declined = changes.length > 0 && !written && invocation.values['dry-run'] !== true
  const code = findings.length > 0 || declined ? 1 : 0
  if (json) {
    terminal.print(
      JSON.stringify({
        ok: code === 0,
        command: 'migrate-from',
        written,
        files: changes.map((change) => ({ path: change.path, diff: diffOf(change) })),
        findings: findings.map((finding) => ({ ...finding, message: differences[finding.rule] })),
      }),
    )
    return code
  }
  const summary = `${count(changes.length, 'file')} ${written ? 'changed' : 'to change'}, ${count(findings.length, 'place')} to change by hand.`
  const manifest = changes.some(({ path }) => basename(path) === 'package.json')
  terminal.printError(
    [
      summary,
      ...(written && manifest ? ['Now install the packages, for example with npm install.'] : []),
      ...(written ? ['If you deploy on a later day, move the date in `until` by as many days.'] : []),
    ].join('\n'),
  )
  return code
}

export const command: Command = {
  usage: 'authjs [paths] [options]',
  description: `Changes an application from Auth.js to Authwright: imports, mocks, type augmentations, the names of cookies, and
package.json. Wraps each config in fromAuthJs, so that users stay signed in. Shows the changes first, and lists what
you have to change by hand. Files that git ignores are left. Environment variables keep their names.`,
  arguments: { '[paths]': 'files and folders; without paths, the whole folder' },
  options: { 'dry-run': { type: 'boolean', help: 'show the changes and write nothing' } },
  run,
}
