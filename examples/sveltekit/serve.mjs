import { mkdir } from 'node:fs/promises'
import process from 'node:process'
import { buildSite } from './serve/build.mjs'
import { phase } from './serve/phase.mjs'
import { readSecret } from './serve/secret.mjs'
import { startServices } from './serve/services.mjs'
import { readSettings } from './serve/settings.mjs'
import { StartError } from './serve/start-error.mjs'

/** @param {{ site: string, mailbox: string, issuer: string }} urls */
const printUrls = ({ site, mailbox, issuer }) => {
  console.log(`
  Authwright demo

    Application       ${site}
    Mailbox           ${mailbox}
    OpenID Provider   ${issuer}

  Open the application to sign in. Press Ctrl-C to stop.
`)
}

/** The demo stops on Ctrl-C, on SIGTERM, and when the parent process that forked it (a test) ends. */
const stopping = new AbortController()
const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => stopping.abort())

const main = async () => {
  const settings = await readSettings(process.env, process.argv.slice(2))
  await mkdir(settings.dataDirectory, { recursive: true })
  const secret = await readSecret(settings.dataDirectory, process.env)
  for (const sentence of settings.otherPorts) console.log(sentence)
  if (settings.dev) console.log(`${phase(2)}Nothing to build: Vite serves the sources.`)
  else if (!(await buildSite(stopping.signal))) console.log(`${phase(2)}The application is already built.`)
  console.log(`${phase(3)}Starting the application, the mailbox, the OpenID Provider and the emulator …`)
  const begun = performance.now()
  const services = await startServices(settings, secret)
  console.log(`${phase(3)}Started in ${((performance.now() - begun) / 1000).toFixed(0)} s.`)
  process.send?.(services.urls)
  printUrls(services.urls)

  const exited = await Promise.race([stopped.then(() => undefined), services.exited])
  if (exited !== undefined) console.error(`The ${exited} exited unexpectedly. Stopping the demo.`)
  await services.stop()
  return exited === undefined ? 0 : 1
}

/** @param {unknown} error */
const report = (error) => {
  if (stopping.signal.aborted) return 0
  console.error(error instanceof StartError ? `\n  ${error.message}\n` : error)
  return 1
}

process.exit(await main().catch(report))
