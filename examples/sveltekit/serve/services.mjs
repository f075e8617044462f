import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { StartError } from './start-error.mjs'

/** Milliseconds that a service has to stop before it is killed. */
const STOP_TIMEOUT = 5000

/**
 * @typedef {object} Service
 * @property {string} url
 * @property {Promise<string>} exited resolves to the name of the service when its process has ended
 * @property {() => Promise<unknown>} stop
 */

/**
 * Starts a program of this folder in its own process.
 *
 * @param {string} name
 * @param {string} file
 * @param {object} task
 * @returns {Promise<Service>}
 */
const start = async (name, file, task) => {
  const child = fork(join(import.meta.dirname, file), {
    execArgv: [...process.execArgv, '--disable-warning=ExperimentalWarning'],
  })
  /** @type {Promise<string>} */
  const exited = new Promise((resolve) => child.once('exit', () => resolve(name)))
  const stop = () => {
    if (child.connected) child.disconnect()
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
    return exited.finally(() => clearTimeout(timer))
  }
  /** @type {Promise<string>} */
  const ready = new Promise((resolve) => child.once('message', (/** @type {string} */ url) => resolve(url)))
  child.send(task)
  const url = await Promise.race([
    ready,
    exited.then(() => Promise.reject(new StartError(`The ${name} did not start.`))),
  ])
  return { url, exited, stop }
}

/**
 * Starts the mailbox, the OpenID Provider, the emulator and the application, in this order.
 *
 * @param {import('./settings.mjs').Settings} settings
 * @param {string} secret
 */
export const startServices = async (settings, secret) => {
  const { dataDirectory, port, providerPort, mailboxPort, smtpPort, emulatorPort } = settings
  const origin = `http://localhost:${port}`
  const client = {
    clientId: 'authwright-demo',
    clientSecret: randomBytes(24).toString('base64url'),
    redirectUris: [`${origin}/auth/callback/demo-oidc`],
    name: 'the Authwright demo',
  }
  /** @type {Service[]} */
  const running = []
  const stop = () => Promise.all(running.map((service) => service.stop()))
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
    const site = await start('application', settings.dev ? 'site-dev.mjs' : 'site.mjs', { port, environment })
    running.push(site)
    const urls = { site: site.url, mailbox: mailbox.url, issuer: provider.url }
    return { urls, stop, exited: Promise.race(running.map((service) => service.exited)) }
  } catch (error) {
    await stop()
    throw error
  }
}
