import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext } from 'vitest'
import { whyNot, type Machine } from '@authwright/test-kit/runtimes/executables'

/** A folder with the bundles and the scripts. */
export interface Stage {
  readonly folder: string
  readonly close: () => Promise<void>
}

/** Bundle each source with its dependencies, like a deployment. Node modules stay external. */
export const makeStage = async (
  sources: readonly string[],
  entries: Readonly<Record<string, string>>,
): Promise<Stage> => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-runtimes-'))
  await build({
    entryPoints: sources.map((name) => join(import.meta.dirname, name)),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['authwright-source'],
    external: ['node:*', 'nodemailer'],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    logLevel: 'silent',
  })
  for (const [name, text] of Object.entries(entries)) await writeFile(join(folder, name), text)
  return { folder, close: () => rm(folder, { recursive: true, force: true }) }
}

interface Run {
  readonly code: number
  readonly output: string
  /** The standard error of a failed run. */
  readonly stderr: string
}

/** Run a command in a folder, with an environment that has only this folder as home. */
const run = (command: string, args: readonly string[], folder: string): Promise<Run> =>
  new Promise((resolve) => {
    const env = {
      HOME: folder,
      TMPDIR: folder,
      DENO_DIR: join(folder, '.deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    }
    const child = execFile(command, [...args], { cwd: folder, env, timeout: 50_000 }, (error, output, stderr) => {
      if (error === null) resolve({ code: 0, output, stderr: '' })
      else resolve({ code: child.exitCode ?? -1, output, stderr })
    })
  })

/** Run the scenario, and expect this result and no errors. */
export const check = async (
  machine: Machine,
  { folder }: Stage,
  expected: object,
  context: TestContext,
): Promise<void> => {
  const { command, args } = machine
  if (command === undefined) return context.skip(whyNot(machine))
  const { code, output, stderr } = await run(command, args, folder)
  const line = output.split('\n').find((text) => text.startsWith('{')) ?? 'null'
  const got = { code, stderr, outcome: JSON.parse(line) as unknown }
  expect(got).toEqual({ code: 0, stderr: '', outcome: expected })
}
