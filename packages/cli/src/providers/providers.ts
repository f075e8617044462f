import { CommandError, UsageError, type Command, type ExitCode, type Invocation } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { describeProviders, originOf, type ProviderDescription } from '../application/describe-providers.ts'
import { developmentOrigin } from '../application/frameworks.ts'
import { withConfig } from '../application/load-config.ts'

const describe = ({ id, name, type, callbackUrl, missing }: ProviderDescription): string =>
  [
    `${id}  ${name} (${type})`,
    ...(callbackUrl === undefined ? [] : [`  callback  ${callbackUrl}`]),
    ...(missing.length === 0 ? [] : [`  missing   ${missing.join(', ')}`]),
  ].join('\n')

/** The lines for people: all of it, only the callback URLs, or only the missing variables. */
const format = (providers: readonly ProviderDescription[], { values }: Invocation): string => {
  if (values['urls'] === true) return providers.flatMap(({ callbackUrl }) => callbackUrl ?? []).join('\n')
  if (values['missing'] === true) return providers.flatMap(({ missing }) => missing).join('\n')
  return providers.map(describe).join('\n\n')
}

const select = (all: readonly ProviderDescription[], id: string | undefined): readonly ProviderDescription[] => {
  if (id === undefined) return all
  const found = all.filter((provider) => provider.id === id)
  if (found.length > 0) return found
  const ids = all.map((provider) => provider.id)
  throw new CommandError(
    1,
    `the configuration has no provider ${id}.${didYouMean(id, ids)} It has ${ids.join(', ') || 'none'}`,
  )
}

const run = (invocation: Invocation): Promise<ExitCode> => {
  const { positionals, terminal, json, values } = invocation
  if (positionals.length > 1) throw new UsageError('providers takes one id')
  return withConfig(invocation, ({ config, vitePort }) => {
    const origin = originOf(config, developmentOrigin(invocation.cwd, vitePort))
    const providers = select(describeProviders(config, origin), positionals[0])
    const isComplete = providers.every(({ missing }) => missing.length === 0)
    const ok = isComplete || values['missing'] !== true
    if (json) {
      const shown = providers.map(({ id, name, type, callbackUrl, missing }) => ({
        id,
        name,
        type,
        callbackUrl,
        missing,
      }))
      terminal.print(JSON.stringify({ ok, command: 'providers', origin, providers: shown }))
    } else {
      const text = format(providers, invocation)
      if (text !== '') terminal.print(text)
      if (config.origin === undefined)
        terminal.printError(
          `AUTH_URL is not set. The URLs are those of a development server at ${origin}. If yours has another address, set AUTH_URL to it.`,
        )
    }
    return Promise.resolve(ok ? 0 : 1)
  })
}

export const command: Command = {
  usage: '[id] [options]',
  description: `Lists the providers of the configuration: the callback URL to register at each, and the environment variables
that it lacks. Prints no value of a variable.`,
  arguments: { '[id]': 'only this provider' },
  options: {
    urls: { type: 'boolean', help: 'print only the callback URLs, one per line' },
    missing: { type: 'boolean', help: 'print only the missing variables; the exit code is 1 if there are any' },
  },
  run,
}
