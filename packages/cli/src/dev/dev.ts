import type * as emulator from '@authwright/emulator'
import type * as identityProvider from '@authwright/testing/identity-provider'
import type * as mailboxes from '@authwright/testing/mailbox'
import { CommandError, listOf, textOf, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { importInstalled } from '../application/modules.ts'

interface RunningService {
  /** What the service is, and its address. */
  readonly lines: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

type StartService = (invocation: Invocation) => Promise<RunningService>

const portOf = ({ values }: Invocation, option: string, usual: number): number => {
  const port = Number(textOf(values, option) ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError(`--${option} needs a port`)
  return port
}

const startEmulator: StartService = async (invocation) => {
  const module = await importInstalled(invocation.cwd, '@authwright/emulator')
  const { startEmulator: start } = module as typeof emulator
  const { origin, close } = await start({ port: portOf(invocation, 'emulator-port', 5183) })
  return { lines: { emulator: origin }, close }
}

const startMailbox: StartService = async (invocation) => {
  const module = await importInstalled(invocation.cwd, '@authwright/testing/mailbox')
  const { startMailbox: start } = module as typeof mailboxes
  const httpPort = portOf(invocation, 'mailbox-port', 8025)
  const mailbox = await start({ httpPort, smtpPort: portOf(invocation, 'smtp-port', 1025) })
  return { lines: { mailbox: mailbox.url, smtp: mailbox.smtpUrl }, close: () => mailbox.close() }
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
  const provider = await start({ port: portOf(invocation, 'provider-port', 5184), clients: [client] })
  return { lines: { 'identity-provider': provider.issuer }, close: () => provider.close() }
}

const services: ReadonlyMap<string, StartService> = new Map([
  ['emulator', startEmulator],
  ['mailbox', startMailbox],
  ['identity-provider', startIdentityProvider],
])

const isBusy = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const startAll = async (names: readonly string[], invocation: Invocation): Promise<readonly RunningService[]> => {
  const running: RunningService[] = []
  try {
    for (const name of names) {
      const start = services.get(name)
      if (start === undefined) throw new UsageError(`${name} is none of ${[...services.keys()].join(', ')}`)
      running.push(await start(invocation))
    }
    return running
  } catch (error) {
    await Promise.all(running.map(({ close }) => close()))
    if (!isBusy(error)) throw error
    const port = 'port' in error ? ` ${String(error.port)}` : ''
    const fix = 'Stop the other process, or choose a port: authwright dev --help lists the options'
    throw new CommandError(4, `the port${port} is in use. ${fix}`, { cause: error })
  }
}

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, terminal, json } = invocation
  const running = await startAll(positionals.length === 0 ? ['emulator', 'mailbox'] : positionals, invocation)
  const lines: Readonly<Record<string, string>> = Object.assign({}, ...running.map((service) => service.lines))
  if (json) terminal.print(JSON.stringify({ ok: true, command: 'dev', services: lines }))
  else
    terminal.print(
      Object.entries(lines)
        .map(([name, address]) => `${name.padEnd(18)}${address}`)
        .join('\n'),
    )
  terminal.printError('Ctrl-C stops.')
  await terminal.untilStopped()
  await Promise.all(running.map(({ close }) => close()))
  return 0
}

export const command: Command = {
  usage: '[services] [options]',
  description: `Runs services for development on this machine until Ctrl-C: emulated providers, and a mailbox that shows the
e-mails it receives. They listen on 127.0.0.1 only.`,
  arguments: { '[services]': `${[...services.keys()].join(', ')} (default: emulator mailbox)` },
  options: {
    'emulator-port': { type: 'string', value: '<port>', help: 'the port of the emulated providers (default: 5183)' },
    'mailbox-port': { type: 'string', value: '<port>', help: 'the port of the page with the e-mails (default: 8025)' },
    'smtp-port': { type: 'string', value: '<port>', help: 'the port that receives e-mails (default: 1025)' },
    'provider-port': { type: 'string', value: '<port>', help: 'the port of the identity provider (default: 5184)' },
    'client-id': { type: 'string', value: '<id>', help: 'the client of the identity provider (default: demo)' },
    'client-secret': { type: 'string', value: '<secret>', help: 'its secret; without one it is a public client' },
    'client-name': { type: 'string', value: '<name>', help: 'its name, which the identity provider shows' },
    'redirect-uri': { type: 'string', value: '<url>', multiple: true, help: 'its callback URL; may be repeated' },
  },
  run,
}
