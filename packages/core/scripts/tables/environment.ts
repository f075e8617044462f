// The table of docs/reference/environment.md: the options and providers that have variables.
import { variableName } from '../../src/base/text.ts'
import { options } from '../../src/config/options.ts'
import { methods } from '../../src/routes/methods.ts'
import { code, table } from '../markdown.ts'

type OptionTable = Readonly<Record<string, object>>

/** The paths of the options that have a variable: `account.tokens.secret`. */
type PathOf<Options> = {
  [Name in keyof Options & string]: Options[Name] extends { readonly env: string }
    ? Name
    : Options[Name] extends { readonly read: unknown }
      ? never
      : `${Name}.${PathOf<Options[Name]>}`
}[keyof Options & string]

interface VariableTexts {
  /** Whether numbered variables are read too: `AUTH_SECRET_1`. */
  readonly isNumbered?: true
  /** What the variable sets besides. */
  readonly also?: string
}

/** In the order of the page. */
const texts: Readonly<Record<PathOf<typeof options> | 'providers', VariableTexts>> = {
  secret: { isNumbered: true },
  origin: { also: ', and `basePath`' },
  providers: {},
  trustHost: {},
  redirectProxyUrl: {},
  'account.tokens.secret': { isNumbered: true },
}

const findVariables = (below: OptionTable, path = ''): readonly (readonly [path: string, variable: string])[] =>
  Object.entries(below).flatMap(([name, entry]) => {
    if ('env' in entry) return [[`${path}${name}`, String(entry.env)] as const]
    return 'read' in entry ? [] : findVariables({ ...entry } as OptionTable, `${path}${name}.`)
  })

const providerVariables = methods.all.flatMap(({ variables = [] }) =>
  variables.map((option) => code(variableName('<id>', option))),
)

export const environmentTable = (): string => {
  const variables = new Map(findVariables(options))
  const rows = Object.entries(texts).map(([path, { isNumbered = false, also = '' }]) => {
    if (path === 'providers')
      return [`[${providerVariables.join(', ')}](#credentials-of-providers)`, 'credentials of providers']
    const name = variables.get(path)
    if (name === undefined) throw new Error(`The option ${path} has no variable`)
    const numbered = isNumbered ? [1, 2, 3].map((number) => code(`${name}_${number}`)) : []
    return [[`[${code(name)}](#${name.toLowerCase()})`, ...numbered].join(', '), `${code(path)}${also}`]
  })
  return table(['variable', 'option'], rows)
}
