import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { PlainError } from './plain-error.mjs'

const PATIENCE = 5000

/**
 * @typedef {object} Neighbour
 * @property {string} url
 * @property {Promise<string>} ended resolves to the name when the process is gone
 * @property {() => Promise<unknown>} stop
 */

/**
 * Starts one of the programs beside this file as its own process.
 *
 * @param {string} name
 * @param {string} file
 * @param {object} task
 * @returns {Promise<Neighbour>}
 */
const start = async (name, file, task) => {
  const child = fork(join(import.meta.dirname, file), { execArgv: ['--disable-warning=ExperimentalWarning'] })
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => child.once('exit', () => resolve(name)))
  const stop = () => {
    if (child.connected) child.disconnect()
    const hurry = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
    return ended.finally(() => clearTimeout(hurry))
  }
  /** @type {Promise<string>} */
  const ready = new Promise((resolve) => child.once('message', (/** @type {string} */ url) => resolve(url)))
  child.send(task)
  const url = await Promise.race([
    ready,
    ended.then(() => Promise.reject(new PlainError(`The ${name} did not start.`))),
  ])
  return { url, ended, stop }
}

/**
 * Starts the mailbox, the OpenID Provider, the emulated providers and the site, in this order.
 *
 * @param {import('./settings.mjs').Settings} settings
 * @param {string} secret
 */
export const startNeighbourhood = async (settings, secret) => {
  const { dataDirectory, port, providerPort, mailboxPort, smtpPort, emulatorPort } = settings
  const origin = `http://localhost:${port}`
  const client = {
    clientId: 'authwright-demo',
    clientSecret: randomBytes(24).toString('base64url'),
    redirectUris: [`${origin}/auth/callback/demo-oidc`],
    name: 'the Authwright demo',
  }
  /** @type {Neighbour[]} */
  const running = []
  const stop = () => Promise.all(running.map((neighbour) => neighbour.stop()))
  try {
    const mailbox = await start('mailbox', 'mailbox.mjs', { port: mailboxPort, smtpPort })
    running.push(mailbox)
    const provider = await start('OpenID Provider', 'identity-provider.mjs', { port: providerPort, client })
    running.push(provider)
    const emulator = await start('emulator', 'emulator.mjs', { port: emulatorPort })
    running.push(emulator)
    const environment = {
      AUTH_SECRET: secret,
      AUTH_URL: origin,
      EMULATOR_URL: emulator.url,
      DATABASE_FILE: join(dataDirectory, 'demo.sqlite'),
      MAILBOX_URL: mailbox.url,
      OIDC_CLIENT_ID: client.clientId,
      OIDC_CLIENT_SECRET: client.clientSecret,
      OIDC_ISSUER: provider.url,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    }
    const site = await start('site', settings.dev ? 'site-dev.mjs' : 'site.mjs', { port, environment })
    running.push(site)
    const urls = { site: site.url, mailbox: mailbox.url, issuer: provider.url }
    return { urls, stop, lost: Promise.race(running.map((neighbour) => neighbour.ended)) }
  } catch (error) {
    await stop()
    throw error
  }
}
