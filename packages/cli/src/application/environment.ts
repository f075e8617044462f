import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { UsageError } from '../command.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The files that Vite, Next.js, Nuxt and Astro read in this mode, the strongest last. */
export const envFilesOf = (mode: string): readonly string[] => [
  '.env',
  `.env.${mode}`,
  '.env.local',
  `.env.${mode}.local`,
]

const readFiles = (cwd: string, files: readonly string[]): Environment =>
  Object.assign({}, ...files.map((file) => parseEnv(readFileSync(resolve(cwd, file), 'utf8')))) as Environment

/**
 * The variables of `.env` files, or of the files that `--env-file` names. The process has priority over files. For production,
 * `NODE_ENV` says so too: the library and the modules of the application read it, and Vite would set it to `development`.
 */
export const readEnvironment = (cwd: string, files: readonly string[], isProduction: boolean): Environment => {
  const missing = files.find((file) => !existsSync(resolve(cwd, file)))
  if (missing !== undefined) throw new UsageError(`--env-file: ${missing} does not exist`)
  const mode = isProduction ? 'production' : (process.env['NODE_ENV'] ?? 'development')
  const found = files.length > 0 ? files : envFilesOf(mode).filter((file) => existsSync(join(cwd, file)))
  return { ...(isProduction ? { NODE_ENV: 'production' } : {}), ...readFiles(cwd, found), ...process.env }
}

/** Runs `work` with these variables in the process: the modules of the application read them there. */
export const withEnvironment = async <Result>(env: Environment, work: () => Promise<Result>): Promise<Result> => {
  const before = { ...process.env }
  Object.assign(process.env, env)
  try {
    return await work()
  } finally {
    for (const name of Object.keys(env)) {
      const value = before[name]
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  }
}
