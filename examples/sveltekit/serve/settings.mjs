import { resolve } from 'node:path'
import process from 'node:process'
import { choosePorts } from './ports.mjs'

/** The folder of this example. */
export const ROOT = resolve(import.meta.dirname, '..')

/** Whether Node resolves the packages to their sources, as `npm start` tells it to. Else their build is used. */
export const FROM_SOURCES = process.execArgv.includes('--conditions=authwright-source')

/** The configuration of Vite. */
export const VITE_CONFIG = FROM_SOURCES ? 'serve/source.vite.config.ts' : 'vite.config.ts'

/**
 * @typedef {object} Settings
 * @property {string} dataDirectory the folder of the database and the secret
 * @property {boolean} dev whether to serve the application from its sources
 * @property {number} port the application's
 * @property {number} providerPort the OpenID Provider's
 * @property {number} mailboxPort the mailbox's web page
 * @property {number} smtpPort the mailbox's SMTP server
 * @property {number} emulatorPort the emulator's
 * @property {string[]} otherPorts a sentence for each default port that is in use
 */

/** The ports that the demo takes unless the environment names others. */
const PORTS = { PORT: 5173, PROVIDER_PORT: 5180, MAILBOX_PORT: 5181, SMTP_PORT: 5182, EMULATOR_PORT: 5183 }

/**
 * Says which default ports are in use, and what the demo uses instead.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {typeof PORTS} ports
 */
const describeOtherPorts = (environment, ports) =>
  Object.entries(PORTS)
    .map(([name, port]) => ({ name, port, chosen: ports[/** @type {keyof typeof PORTS} */ (name)] }))
    .filter(({ name, port, chosen }) => environment[name] === undefined && port !== chosen)
    .map(({ name, port, chosen }) => `Another program uses port ${port}. The demo uses ${chosen} (${name}).`)

/**
 * Reads the settings from the environment and the command line.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {readonly string[]} args
 * @returns {Promise<Settings>}
 */
export const readSettings = async (environment, args) => {
  const ports = await choosePorts(environment, PORTS)
  return {
    dev: args.includes('--dev'),
    dataDirectory: resolve(environment['DATA_DIR'] ?? `${ROOT}/.data`),
    port: ports.PORT,
    providerPort: ports.PROVIDER_PORT,
    mailboxPort: ports.MAILBOX_PORT,
    smtpPort: ports.SMTP_PORT,
    emulatorPort: ports.EMULATOR_PORT,
    otherPorts: describeOtherPorts(environment, ports),
  }
}
