import type GitHub from '@authwright/core/providers/github'
import { UsageError } from '../command.ts'
import { describeProviders } from '../application/describe-providers.ts'

/** A provider of the catalog, as a template names it. */
export interface ChosenProvider {
  readonly id: string
  /** The name of its import, such as `GitHub`. */
  readonly name: string
  readonly variables: readonly string[]
}

/** Finds providers of the catalog by their ids. */
export const chooseProviders = (ids: readonly string[]): Promise<readonly ChosenProvider[]> =>
  Promise.all(
    ids.map(async (id) => {
      try {
        if (!/^[a-z\d][a-z\d-]*$/.test(id)) throw new Error('not an id')
        const module = (await import(`@authwright/core/providers/${id}`)) as { readonly default: typeof GitHub }
        const [described] = describeProviders({ providers: [module.default] })
        return { id, name: module.default.name, variables: described?.missing ?? [] }
      } catch (error) {
        throw new UsageError(`--provider: ${id} is not in the catalog. See docs/reference/providers.md`, {
          cause: error,
        })
      }
    }),
  )

const IMPORT = /^import \w+ from '(@authwright\/[a-z-]+\/providers)\/[a-z\d-]+'$/m
const LIST = /providers: \[(?:[^\n[\]]*\]|\n[\s\S]*?\n {2}\])/

const EMULATE = `// While you develop, npx authwright dev emulates the providers. They need no client, and no request leaves the machine.
const emulate = async <Entry extends OAuthConfig<never>>(entry: Entry): Promise<Entry> => {
  const { emulated, emulatorAt } = await import('@authwright/emulator')
  return emulated(entry, emulatorAt('http://127.0.0.1:5183'))
}
`

/** The module with the config, with the chosen providers instead of those of the README. */
const changeConfig = (text: string, chosen: readonly ChosenProvider[], isEmulated: boolean): string => {
  const names = chosen.map(({ name }) =>
    isEmulated ? `import.meta.env.DEV ? await emulate(${name}()) : ${name}` : name,
  )
  const type = isEmulated ? "import type { OAuthConfig } from '@authwright/sveltekit/providers'\n" : ''
  const changed = text
    .replace(IMPORT, (_line, from: string) => {
      const imports = chosen.map(({ id, name }) => `import ${name} from '${from}/${id}'`)
      return type + imports.join('\n')
    })
    .replace(LIST, `providers: [${names.join(', ')}]`)
  return isEmulated ? changed.replace(/^export const/m, `${EMULATE}\nexport const`) : changed
}

/** The files of a template for the chosen providers. */
export const setProviders = (
  files: Readonly<Record<string, string>>,
  chosen: readonly ChosenProvider[],
  isEmulated: boolean,
): Readonly<Record<string, string>> => {
  const variables = chosen.flatMap((provider) => provider.variables).map((name) => `  ${name}: optional,\n`)
  const change = (path: string, text: string): string => {
    if (IMPORT.test(text)) return changeConfig(text, chosen, isEmulated)
    if (path === 'src/env.ts') return text.replace(/(?: {2}AUTH_GITHUB_\w+: optional,\n)+/, variables.join(''))
    return text.replace(/^( *)<SignIn provider="github" \/>$/m, (_line, indent: string) =>
      chosen.map(({ id }) => `${indent}<SignIn provider="${id}" />`).join('\n'),
    )
  }
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(path, text)]))
}
