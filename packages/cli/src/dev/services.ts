import type * as emulator from '@authwright/emulator'
import type * as identityProvider from '@authwright/testing/identity-provider'
import type * as inspectors from '@authwright/testing/inspector'
import type * as mailboxes from '@authwright/testing/mailbox'
import { pathToFileURL } from 'node:url'
import { CommandError, listOf, textOf, UsageError, type Invocation } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { whileWaiting } from '../terminal/progress.ts'
import { findModule, importInstalled } from '../application/modules.ts'

/** A service that runs until it is closed. */
export interface RunningService {
  /** What the service is, and its address. */
  readonly lines: Readonly<Record<string, string>>
  /** Variables for the application that uses the service. */
  readonly variables: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

type StartService = (invocation: Invocation) => Promise<RunningService>

const isBusy = (error: unknown, port: number): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error && error.port === port

/** How many ports are tried. */
const TRIES = 20

/** Starts at the usual port, or at the next one that is free. A port that the user chose is the only one. */
const startAt = async <Service>(
  { values }: Invocation,
  option: string,
  usual: number,
  start: (port: number) => Promise<Service>,
): Promise<Service> => {
  const chosen = textOf(values, option)
  const first = Number(chosen ?? usual)
  if (!Number.isInteger(first) || first < 0 || first > 65_535) throw new UsageError(`--${option} needs a port`)
  for (let port = first; ; port += 1) {
    try {
      return await start(port)
    } catch (error) {
      if (!isBusy(error, port)) throw error
      if (chosen === undefined && port < first + TRIES) continue
      const fix = 'Stop the other process, or choose a port: authwright dev --help lists the options'
      throw new CommandError(4, `the port ${port} is in use. ${fix}`, { cause: error })
    }
  }
}

const startEmulator: StartService = async (invocation) => {
  const module = await importInstalled(invocation.cwd, '@authwright/emulator')
  const { startEmulator: start } = module as typeof emulator
  const { origin, close } = await startAt(invocation, 'emulator-port', 5183, (port) => start({ port }))
  return { lines: { emulator: origin }, variables: { AUTHWRIGHT_EMULATOR: origin }, close }
}

const startMailbox: StartService = async (invocation) => {
  const module = await importInstalled(invocation.cwd, '@authwright/testing/mailbox')
  const { startMailbox: start } = module as typeof mailboxes
  const mailbox = await startAt(invocation, 'mailbox-port', 8025, (httpPort) =>
    startAt(invocation, 'smtp-port', 1025, (smtpPort) => start({ httpPort, smtpPort })),
  )
  const { url, smtpUrl } = mailbox
  return { lines: { mailbox: url, smtp: smtpUrl }, variables: { SMTP_URL: smtpUrl }, close: () => mailbox.close() }
}

const startIdentityProvider: StartService = async (invocation) => {
  const { cwd, values } = invocation
  const module = await importInstalled(cwd, '@authwright/testing/identity-provider')
  const { startIdentityProvider: start } = module as typeof identityProvider
  const [secret, name] = [textOf(values, 'client-secret'), textOf(values, 'client-name')]
  const client = {
    clientId: textOf(values, 'client-id') ?? 'demo',
    redirectUris: listOf(values, 'redirect-uri'),
    ...(secret === undefined ? {} : { clientSecret: secret }),
    ...(name === undefined ? {} : { name }),
  }
  const provider = await startAt(invocation, 'provider-port', 5184, (port) => start({ port, clients: [client] }))
  return { lines: { 'identity-provider': provider.issuer }, variables: {}, close: () => provider.close() }
}

const startInspector: StartService = async (invocation) => {
  const module = await importInstalled(invocation.cwd, '@authwright/testing/inspector')
  const { startInspector: start } = module as typeof inspectors
  const { url, close } = await startAt(invocation, 'inspector-port', 5185, (port) => start({ port }))
  const sender = findModule(invocation.cwd, '@authwright/testing/inspector/register')
  const given = process.env['NODE_OPTIONS'] ?? ''
  const options = `${given} --import ${JSON.stringify(pathToFileURL(sender ?? '').href)}`.trim()
  return { lines: { inspector: url }, variables: { AUTHWRIGHT_INSPECTOR: url, NODE_OPTIONS: options }, close }
}

/** The services by name, in the order in which they are listed. */
export const services: ReadonlyMap<string, StartService> = new Map([
  ['emulator', startEmulator],
  ['mailbox', startMailbox],
  ['inspector', startInspector],
  ['identity-provider', startIdentityProvider],
])

/** Starts the services with these names, or none. */
export const startAll = async (
  names: readonly string[],
  invocation: Invocation,
): Promise<readonly RunningService[]> => {
  const running: RunningService[] = []
  try {
    for (const name of names) {
      const start = services.get(name)
      if (start === undefined) {
        const names = [...services.keys()]
        throw new UsageError(`${name} is none of ${names.join(', ')}.${didYouMean(name, names)}`)
      }
      running.push(await whileWaiting(invocation.terminal, `Starting ${name}`, () => start(invocation)))
    }
    return running
  } catch (error) {
    await Promise.all(running.map(({ close }) => close()))
    throw error
  }
}
