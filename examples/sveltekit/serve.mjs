import { mkdir } from 'node:fs/promises'
import process from 'node:process'
import { buildSite } from './serve/build.mjs'
import { startNeighbourhood } from './serve/neighbourhood.mjs'
import { PlainError } from './serve/plain-error.mjs'
import { readSecret } from './serve/secret.mjs'
import { readSettings } from './serve/settings.mjs'

/** @param {{ site: string, mailbox: string, issuer: string }} urls */
const greet = ({ site, mailbox, issuer }) => {
  console.log(`
  Authwright demo

    Site              ${site}
    Mailbox           ${mailbox}
    OpenID Provider   ${issuer}

  The site says how to sign in. Stop everything with Ctrl-C.
`)
}

/** Ends with Ctrl-C, with SIGTERM, and with whoever started this over a channel, as a test does. */
const ending = new AbortController()
const ended = new Promise((resolve) => ending.signal.addEventListener('abort', resolve))
for (const reason of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(reason, () => ending.abort())

const main = async () => {
  const settings = await readSettings(process.env, process.argv.slice(2))
  await mkdir(settings.dataDirectory, { recursive: true })
  const secret = await readSecret(settings.dataDirectory, process.env)
  if (!settings.dev) await buildSite(ending.signal)
  const neighbourhood = await startNeighbourhood(settings, secret)
  process.send?.(neighbourhood.urls)
  greet(neighbourhood.urls)

  const lost = await Promise.race([ended.then(() => undefined), neighbourhood.lost])
  if (lost !== undefined) console.error(`The ${lost} ended unexpectedly, so everything is stopped.`)
  await neighbourhood.stop()
  return lost === undefined ? 0 : 1
}

/** @param {unknown} error */
const explain = (error) => {
  if (ending.signal.aborted) return 0
  console.error(error instanceof PlainError ? `\n  ${error.message}\n` : error)
  return 1
}

process.exit(await main().catch(explain))
