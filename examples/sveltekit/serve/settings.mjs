import { resolve } from 'node:path'
import { choosePort } from './ports.mjs'

/** The folder of this example. */
export const ROOT = resolve(import.meta.dirname, '..')

/**
 * @typedef {object} Settings
 * @property {string} dataDirectory the folder of the database and the secret
 * @property {boolean} dev whether to serve the application from its sources
 * @property {number} port the application's
 * @property {number} providerPort the OpenID Provider's
 * @property {number} mailboxPort the mailbox's web page
 * @property {number} smtpPort the mailbox's SMTP server
 * @property {number} emulatorPort the emulator's
 */

/**
 * Reads the settings from the environment and the command line.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} args
 * @returns {Promise<Settings>}
 */
export const readSettings = async (environment, args) => ({
  dev: args.includes('--dev'),
  dataDirectory: resolve(environment['DATA_DIR'] ?? `${ROOT}/.data`),
  port: await choosePort(environment, 'PORT', 5173, { isFixed: true }),
  providerPort: await choosePort(environment, 'PROVIDER_PORT', 5180),
  mailboxPort: await choosePort(environment, 'MAILBOX_PORT', 5181),
  smtpPort: await choosePort(environment, 'SMTP_PORT', 5182),
  emulatorPort: await choosePort(environment, 'EMULATOR_PORT', 5183),
})
