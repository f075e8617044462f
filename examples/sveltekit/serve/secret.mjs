import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * The session secret: `AUTH_SECRET`, or a random one that is created at the first start and stored. Users stay signed in
 * after a restart.
 *
 * @param {string} directory
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<string>}
 */
export const readSecret = async (directory, environment) => {
  if (environment['AUTH_SECRET']) return environment['AUTH_SECRET']
  const file = `${directory}/secret`
  const secret = randomBytes(33).toString('base64')
  try {
    await writeFile(file, secret, { flag: 'wx', mode: 0o600 })
    return secret
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return readFile(file, 'utf8')
    throw error
  }
}
