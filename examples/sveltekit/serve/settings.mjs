import { resolve } from 'node:path'
import { choosePort } from './ports.mjs'

/** Where this example lies. */
export const ROOT = resolve(import.meta.dirname, '..')

/**
 * @typedef {object} Settings
 * @property {string} dataDirectory where the database and the secret lie
 * @property {boolean} dev whether the site is served from its sources
 * @property {number} port the site's
 * @property {number} providerPort the OpenID Provider's
 * @property {number} mailboxPort the mailbox's page
 * @property {number} smtpPort where the mailbox takes mail
 * @property {number} emulatorPort the emulated providers'
 */

/**
 * What the environment and the command line ask for.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} args
 * @returns {Promise<Settings>}
 */
export const readSettings = async (environment, args) => ({
  dev: args.includes('--dev'),
  dataDirectory: resolve(environment['DATA_DIR'] ?? `${ROOT}/.data`),
  port: await choosePort(environment, 'PORT', 5173, { insist: true }),
  providerPort: await choosePort(environment, 'PROVIDER_PORT', 5180),
  mailboxPort: await choosePort(environment, 'MAILBOX_PORT', 5181),
  smtpPort: await choosePort(environment, 'SMTP_PORT', 5182),
  emulatorPort: await choosePort(environment, 'EMULATOR_PORT', 5183),
})
