// Checks what an editor shows on hover. The rule:
// - Every export of a published package has a docstring, also of each provider entry; so has every member of an exported type, and every
//   member that a package adds to a type of a framework.
// - An example is needed by what a developer calls or writes: functions, classes, types, constants, provider entries, options and props,
//   functions that are members of a type, and members that are added to a type of a framework.
// - A sentence is enough for members that are plain data, and for objects of another library that an application only passes on.
// - A type of what a provider sends needs a sentence. Its members have the names of the provider, whose documentation describes them.
// - Every example compiles against the built packages.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { preambles } from './docstring-examples.mjs'
import {
  entryPoints,
  isForeign,
  isOption,
  providerEntryPoints,
  readComponentProps,
  readDocstrings,
} from './docstrings.mjs'
import { providerNames } from './provider-entries.mjs'
import { root, run } from './tools.mjs'

const folder = join(root, 'node_modules/.cache/docstrings')

const tsconfig = {
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    types: ['node'],
    module: 'preserve',
    moduleResolution: 'bundler',
    customConditions: [],
    exactOptionalPropertyTypes: false,
    experimentalDecorators: true,
    // The root has another major version of what this package is for.
    paths: { h3: [join(root, 'packages/web/node_modules/h3')] },
    jsx: 'react-jsx',
    noEmit: true,
    verbatimModuleSyntax: false,
    isolatedModules: false,
    noImplicitOverride: false,
    composite: false,
    declaration: false,
    rewriteRelativeImportExtensions: false,
  },
  // The frameworks that only an application installs.
  include: ['*', join(root, 'packages/*/src/*-modules.d.ts')],
}

/** Whether code declares or imports a name. */
const declares = (code, name) =>
  new RegExp(`(?:const|let|function|class|interface|type|import)\\s+(?:type\\s+)?(?:[{[][^}\\]]*\\b)?${name}\\b`).test(
    code,
  )

/** Whether code uses a name as a value or a type, and not as a member or a key. */
const uses = (code, name) => {
  const escaped = name.replace('$', '\\$')
  return new RegExp(`(?<![\\w$'"/-])(?<!(?<!\\.\\.)\\.)${escaped}(?![\\w$'-])(?!\\??: )`).test(code)
}

/** Where the names of an example come from, unless the entry point itself exports them. */
const SHARED = ['@authwright/core', '@authwright/core/types', '@authwright/testing']

/** The imports that an example leaves out. */
const importsFor = (code, specifier, exported, providers) => {
  const lines = new Map()
  const isFree = (name) => name !== 'default' && !lines.has(name) && uses(code, name) && !declares(code, name)
  const [scope, name] = specifier.split('/')
  const siblings = [...exported.keys()].filter(
    (other) => other.startsWith(`${scope}/${name}/`) && !other.includes('/providers/'),
  )
  for (const from of [specifier, `${scope}/${name}`, ...siblings, ...SHARED])
    for (const name of exported.get(from) ?? []) if (isFree(name)) lines.set(name, `import { ${name} } from '${from}'`)
  for (const [name, file] of providers)
    if (isFree(name)) lines.set(name, `import ${name} from '@authwright/core/providers/${file}'`)
  return [...lines.values()]
}

/** The default exports of the provider entries. */
const readProviders = () =>
  providerNames().flatMap((file) => {
    const text = readFileSync(join(root, 'packages/core/src/providers', `${file}.ts`), 'utf8')
    const name = /export default (?:function )?(\w+)/.exec(text)?.[1]
    return name === undefined ? [] : [[name, file]]
  })

/**
 * The example of an option is the option as one writes it into an object: `maxAge: 3600`. It compiles as an object of the type that
 * has the option.
 */
const objectOf = (entry, code) => {
  const { specifier, name, parameters = 0 } = entry
  const [owner, ...path] = name.split('.')
  if (!isOption(entry) || !new RegExp(`^(?:async )?${path.at(-1)}[:(]`).test(code)) return code
  const type = `import('${specifier}').${owner}${parameters > 0 ? `<${Array(parameters).fill('any').join()}>` : ''}`
  const group = path.slice(0, -1).reduce((outer, key) => `NonNullable<${outer}['${key}']>`, type)
  return `export default { ${code} } satisfies Partial<${group}>`
}

/** The example as a module: with the imports and values that it leaves out. */
const moduleOf = (entry, example, exported, providers) => {
  const { specifier } = entry
  const code = objectOf(entry, example)
  // An example can declare a name that the preamble has: in a block, or in place of the declaration of the preamble.
  const isModule = /^(?:import|export) /m.test(code)
  const isReplaced = (line) => {
    const name = /^declare const (\w+)/.exec(line)?.[1]
    return isModule && name !== undefined && declares(code, name)
  }
  const lines = (preambles[specifier] ?? '').split('\n').filter((line) => !isReplaced(line))
  const imports = importsFor([...lines, code].join('\n'), specifier, exported, providers)
  return [...lines, ...imports, ...(isModule ? [code] : ['{', code, '}']), 'export {}', ''].join('\n')
}

/** Compiles the examples but those of components, whose language TypeScript does not know. Returns 0 if all compile. */
const compileExamples = async (documented) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const exported = new Map()
  for (const { specifier, name, kind } of documented)
    if (kind !== 'member') exported.set(specifier, [...(exported.get(specifier) ?? []), name])
  const providers = readProviders()
  let count = 0
  for (const entry of documented) {
    for (const example of entry.examples.filter((text) => !/^```(?:svelte|astro|vue)/.test(text))) {
      const code = example.replace(/^```\w*\n|```$/g, '')
      count += 1
      const file = [entry.specifier.slice('@authwright/'.length), entry.name, count].join(' ').replaceAll('/', ' ')
      writeFileSync(join(folder, `${file}.tsx`), moduleOf(entry, code, exported, providers))
    }
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig, null, 2))
  console.log(`${count} examples compiled`)
  return (await run('tsc', ['-p', folder])).code
}

/** Whether its docstring needs an example of its own. Other members are in the example of their type. */
const needsExample = (entry) => {
  if (entry.kind !== 'member') return entry.isProfile !== true
  if (isForeign(entry)) return false
  return isOption(entry) || entry.isFunction === true || entry.isAugmentation === true
}

export const checkDocstrings = async () => {
  const documented = [...readDocstrings([...entryPoints(), ...providerEntryPoints()]), ...readComponentProps()]
  const complaints = documented.flatMap((entry) => [
    ...(entry.text === '' ? [`${entry.specifier}: ${entry.name} has no docstring`] : []),
    ...(needsExample(entry) && entry.examples.length === 0 ? [`${entry.specifier}: ${entry.name} has no example`] : []),
  ])
  for (const complaint of complaints) console.error(complaint)
  console.log(`${documented.length} docstrings, ${complaints.length} missing`)
  const compiled = await compileExamples(documented)
  return complaints.length > 0 ? 1 : compiled
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await checkDocstrings()
