import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { startChild } from '@authwright/test-kit/databases/child'
import { bun } from '@authwright/test-kit/runtimes/executables'
import {
  DEFAULT_ENVIRONMENT,
  type ApplicationOptions,
  type RunningApplication,
  type Subject,
} from '@authwright/testing/frameworks'

let bundle: Promise<string> | undefined

/** The script in one file, which Bun loads faster than its many modules. */
const bundled = async (): Promise<string> => {
  bundle ??= build({
    entryPoints: [join(import.meta.dirname, 'bun-server.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    conditions: ['authwright-source'],
    external: ['nodemailer'],
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return bundle
}

const start = async (options: ApplicationOptions): Promise<RunningApplication> => {
  if (bun === undefined) throw new Error('Bun is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'authwright-bun-'))
  const logFile = join(folder, 'log')
  writeFileSync(logFile, '')
  const script = join(folder, 'server.mjs')
  writeFileSync(script, await bundled())
  const args = ['run', script, JSON.stringify({ ...options, logFile })]
  const env = { HOME: folder, TMPDIR: folder, NO_COLOR: '1', ...(options.environment ?? DEFAULT_ENVIRONMENT) }
  const child = await startChild(bun, args, /http:\/\/127\.0\.0\.1:\d+\n/, env)
  const logs = (): readonly string[] =>
    readFileSync(logFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  const stop = async (): Promise<void> => {
    await child.end('SIGTERM')
    rmSync(folder, { recursive: true })
  }
  return { origin: child.ready.trim(), logs, stop }
}

export const elysiaOnBun: Subject = {
  name: 'Elysia 1.4 on Bun',
  has: new Set(['error-page', 'http/1.1', 'web-response']),
  start,
}
