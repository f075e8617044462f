import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type GitHub from '@authwright/core/providers/github'
import { UsageError } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { REPOSITORY } from '../repository.ts'
import { describeProviders } from '../application/describe-providers.ts'

/** A provider of the catalog, as a template names it. */
export interface ChosenProvider {
  readonly id: string
  /** The name of its import, such as `GitHub`. */
  readonly name: string
  /** The type of the provider, such as `oauth`. */
  readonly type: string
  readonly variables: readonly string[]
}

/** The ids of the catalog, by the files of the package: a repository without a build has the sources only. */
const listIds = (): readonly string[] => {
  const core = dirname(createRequire(import.meta.url).resolve('@authwright/core/package.json'))
  const folder = ['dist', 'src'].map((name) => join(core, name, 'providers')).find((path) => existsSync(path))
  const files = folder === undefined ? [] : readdirSync(folder)
  return files.flatMap((file) => /^(?!index\b)([a-z\d-]+)\.[jt]s$/.exec(file)?.[1] ?? [])
}

/** Finds providers of the catalog by their ids. */
export const chooseProviders = (ids: readonly string[]): Promise<readonly ChosenProvider[]> =>
  Promise.all(
    ids.map(async (id) => {
      try {
        if (!/^[a-z\d][a-z\d-]*$/.test(id)) throw new Error('not an id')
        const module = (await import(`@authwright/core/providers/${id}`)) as { readonly default: typeof GitHub }
        const [described] = describeProviders({ providers: [module.default] })
        return { id, name: module.default.name, type: described?.type ?? '', variables: described?.missing ?? [] }
      } catch (error) {
        const page = `${REPOSITORY}/docs/reference/providers.md`
        throw new UsageError(`--provider: ${id} is not in the catalog.${didYouMean(id, listIds())} See ${page}`, {
          cause: error,
        })
      }
    }),
  )

const IMPORT = /^import \w+ from '(@authwright\/[a-z-]+\/providers)\/[a-z\d-]+'$/m
const LIST = /providers: \[(?:[^\n[\]]*\]|\n[\s\S]*?\n {2}\])/

/** The lines that add providers to a config. The imports come from the package from which one of these files has its own. */
export const addedLines = (files: readonly string[], added: readonly ChosenProvider[]): string => {
  if (added.length === 0) return ''
  const [from = '@authwright/core/providers'] = files.flatMap((text) => IMPORT.exec(text)?.[1] ?? [])
  const imports = added.map(({ id, name }) => `+import ${name} from '${from}/${id}'\n`)
  return `${imports.join('')}+  providers: […, ${added.map(({ name }) => name).join(', ')}],\n`
}

/** The module with the config, with the chosen providers instead of those of the start page. */
const changeConfig = (text: string, chosen: readonly ChosenProvider[], isEmulated: boolean): string => {
  const names = chosen.map(({ name }) => name).join(', ')
  const list = isEmulated ? `await emulateInDevelopment([${names}])` : `[${names}]`
  const emulator = isEmulated ? "import { emulateInDevelopment } from '@authwright/emulator/development'\n" : ''
  return text
    .replace(IMPORT, (_line, from: string) => {
      const imports = chosen.map(({ id, name }) => `import ${name} from '${from}/${id}'`)
      return emulator + imports.join('\n')
    })
    .replace(LIST, `providers: ${list}`)
}

/** The button of a provider. No form can post a passkey or an unknown field, so their button opens the sign-in page. */
const signInButton = ({ id, type }: ChosenProvider): string =>
  type === 'webauthn' || type === 'credentials' ? '<SignIn />' : `<SignIn provider="${id}" />`

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
      [...new Set(chosen.map(signInButton))].map((button) => indent + button).join('\n'),
    )
  }
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, change(path, text)]))
}
