import { listOf, type Command, type ExitCode, type Invocation } from '../command.ts'
import { readEnvironment, type Environment } from '../application/environment.ts'
import { frameworkOf, readDependencies } from '../application/frameworks.ts'
import { findModule } from '../application/modules.ts'
import { startApplication } from './run-application.ts'
import { services, startAll } from './services.ts'

/**
 * The variables for the application: those of `.env` too, unless its development server reads the file itself. A framework reads it again
 * after a change, and would see the earlier values in the process.
 */
const readVariables = ({ cwd, values }: Invocation): Environment => {
  const files = listOf(values, 'env-file')
  const readsThem = frameworkOf(readDependencies(cwd))?.readsEnvFile === true
  return readsThem && files.length === 0 ? process.env : readEnvironment(cwd, files, false)
}

/** Runs the application until it ends or the user stops the command. A failure of the application is exit code 1. */
const runApplication = async (
  invocation: Invocation,
  variables: Readonly<Record<string, string>>,
): Promise<ExitCode> => {
  const { rest, cwd, terminal } = invocation
  const application = startApplication(rest, cwd, { ...readVariables(invocation), ...variables })
  const stopped = terminal.untilStopped().then(() => application.stop())
  const code = await Promise.race([application.ended, stopped.then(() => 0)])
  return code === 0 ? 0 : 1
}

const run = async (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, terminal, json, rest, cwd } = invocation
  // Only an application that the command starts sends its decisions to the inspector.
  // An application that sends e-mails needs no providers.
  const hasEmulator = findModule(cwd, '@authwright/emulator') !== undefined
  const usual = [...(hasEmulator ? ['emulator'] : []), 'mailbox', ...(rest.length > 0 ? ['inspector'] : [])]
  const running = await startAll(positionals.length === 0 ? usual : positionals, invocation)
  try {
    const lines: Readonly<Record<string, string>> = Object.assign({}, ...running.map((service) => service.lines))
    if (json) terminal.print(JSON.stringify({ ok: true, command: 'dev', services: lines }))
    else
      terminal.print(
        Object.entries(lines)
          .map(([name, address]) => `${name.padEnd(18)}${address}`)
          .join('\n'),
      )
    terminal.printError('Ctrl-C stops.')
    if (rest.length > 0)
      return await runApplication(invocation, Object.assign({}, ...running.map((service) => service.variables)))
    await terminal.untilStopped()
    return 0
  } finally {
    await Promise.all(running.map(({ close }) => close()))
  }
}

export const command: Command = {
  usage: '[services] [options] [-- <command>]',
  description: `Runs services for development on this machine until Ctrl-C: emulated providers, a mailbox that shows the
e-mails it receives, and with a command, such as authwright dev -- npm run dev, your application and an
inspector that shows each sign-in. They listen on 127.0.0.1 only. A busy port is replaced by the next one.`,
  arguments: {
    '[services]': `${[...services.keys()].join(', ')} (default: mailbox, emulator if it is installed, and inspector with a command)`,
    '<command>':
      'starts your application, which gets the addresses of the services in its variables, and those of .env if it is a server of @authwright/node or @authwright/web',
  },
  options: {
    'emulator-port': { type: 'string', value: '<port>', help: 'the port of the emulated providers (default: 5183)' },
    'mailbox-port': { type: 'string', value: '<port>', help: 'the port of the page with the e-mails (default: 8025)' },
    'smtp-port': { type: 'string', value: '<port>', help: 'the port that receives e-mails (default: 1025)' },
    'inspector-port': { type: 'string', value: '<port>', help: 'the port of the inspector (default: 5185)' },
    'provider-port': { type: 'string', value: '<port>', help: 'the port of the identity provider (default: 5184)' },
    'client-id': { type: 'string', value: '<id>', help: 'the client of the identity provider (default: demo)' },
    'client-secret': { type: 'string', value: '<secret>', help: 'its secret; without one it is a public client' },
    'client-name': { type: 'string', value: '<name>', help: 'its name, which the identity provider shows' },
    'redirect-uri': { type: 'string', value: '<url>', multiple: true, help: 'its callback URL; may be repeated' },
  },
  run,
}
