import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * The secret of sessions: the environment's, else one made at the first start and kept, so that people stay signed in when
 * the server is started again.
 *
 * @param {string} directory
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string>}
 */
export const readSecret = async (directory, environment) => {
  if (environment['AUTH_SECRET']) return environment['AUTH_SECRET']
  const file = `${directory}/secret`
  const made = randomBytes(33).toString('base64')
  try {
    await writeFile(file, made, { flag: 'wx', mode: 0o600 })
    return made
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(file, 'utf8')
    throw error
  }
}
