import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestContext } from 'vitest'
import type { Machine } from './executables.ts'

/** They have to be there where this repository's lockfile brings them and somebody relies on the answer. */
const required = process.env['CI'] === 'true' && process.platform === 'linux' && process.arch === 'x64'

/** A folder with bundles and what calls them. */
export interface Stage {
  readonly folder: string
  readonly close: () => Promise<void>
}

/** Sources and dependencies in one file each, as a deployment would have it; Node's own modules stay outside. */
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
  /** What it wrote to the error stream, when it failed. */
  readonly complaints: string
}

/** In a folder, with an environment of nothing but that folder as home. */
const run = (command: string, args: readonly string[], folder: string): Promise<Run> =>
  new Promise((resolve) => {
    const env = {
      HOME: folder,
      TMPDIR: folder,
      DENO_DIR: join(folder, '.deno'),
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    }
    const child = execFile(command, [...args], { cwd: folder, env, timeout: 50_000 }, (error, output, complaints) => {
      if (error === null) resolve({ code: 0, output, complaints: '' })
      else resolve({ code: child.exitCode ?? -1, output, complaints })
    })
  })

/** Runs it to the end, and expects this outcome and no complaint. */
export const check = async (
  { name, command, args }: Machine,
  { folder }: Stage,
  expected: object,
  context: TestContext,
): Promise<void> => {
  if (command === undefined && !required)
    return context.skip(`no ${name}: it is installed from packages for Linux on x64 with glibc only`)
  if (command === undefined) throw new Error(`${name} is not installed`)
  const { code, output, complaints } = await run(command, args, folder)
  const line = output.split('\n').find((text) => text.startsWith('{')) ?? 'null'
  const got = { code, complaints, outcome: JSON.parse(line) as unknown }
  expect(got).toEqual({ code: 0, complaints: '', outcome: expected })
}
