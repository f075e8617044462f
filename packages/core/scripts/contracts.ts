// Generates docs/reference/callbacks.md, events.md and adapter.md from the docstrings of the interfaces, and the rules of the
// adapter contract: `node --conditions=authwright-source packages/core/scripts/contracts.ts`
import { adapterContract, memoryAdapter } from '@authwright/testing'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { interfaceOf, oneLine, readDoc, readInterfaces, readText, shortType } from './interfaces.ts'
import { cell, code, table } from './markdown.ts'

const command = 'node --conditions=authwright-source packages/core/scripts/contracts.ts'
const interfaces = readInterfaces('callbacks', 'adapter')

/** An example. The check of the docstrings compiles it, so that of the pages need not. */
const block = (example: string | undefined): readonly string[] =>
  example === undefined ? [] : [`\`\`\`typescript\n${example}\n\`\`\``]

const members = (name: string) =>
  interfaceOf(interfaces, name).members.map((member) => ({ name: member.name?.getText() ?? '', member }))

/** The members of an object type, with `?` after the name of one that may be missing. */
const fieldsOf = (type: ts.TypeNode | undefined) =>
  type !== undefined && ts.isTypeLiteralNode(type)
    ? type.members.filter(ts.isPropertySignature).map((field) => ({
        field,
        name: `${field.name.getText()}${field.questionToken === undefined ? '' : '?'}`,
        type: field.type === undefined ? '' : shortType(field.type),
      }))
    : []

const functionOf = (member: ts.TypeElement): ts.FunctionTypeNode => {
  const type = ts.isPropertySignature(member) ? member.type : undefined
  if (type === undefined || !ts.isFunctionTypeNode(type)) throw new Error(`${member.getText()} is not a function`)
  return type
}

const describeField = (owner: string, { field, name, type }: ReturnType<typeof fieldsOf>[number]) => {
  const tags = ts.getJSDocTags(field).map((tag) => `${tag.tagName.text}: ${oneLine(String(tag.comment ?? ''))}`)
  const text = tags.length > 0 ? tags.join(' ') : readText(field, `${owner}.${name}`)
  return [code(name), code(type), cell(text)]
}

const callbackSection = ({ name, member }: ReturnType<typeof members>[number]): string => {
  const { text, default: fallback, example } = readDoc(member)
  if (text === '' || fallback === undefined || example === undefined)
    throw new Error(`The callback ${name} needs a docstring with @default and @example`)
  const { parameters, type } = functionOf(member)
  const rows = fieldsOf(parameters[0]?.type).map((field) => describeField(name, field))
  return [
    `## ${name}`,
    text,
    `Returns \`${shortType(type)}\`, or a promise of it. Default: ${fallback}.`,
    table(['parameter', 'type', ''], rows),
    ...block(example),
  ].join('\n\n')
}

/** The text of docs/reference/callbacks.md. */
export const callbacksPage = (): string =>
  `${[
    '# Callbacks',
    `This page lists every function of \`callbacks\`. The guide shows [how to use them](../guides/callbacks.md). It is generated from
their docstrings: \`${command}\` writes it.`,
    `A callback that throws refuses. Each gets one object, and may be async: the user waits for it.`,
    ...members('CallbacksOptions').map(callbackSection),
  ].join('\n\n')}\n`

const messageOf = (member: ts.TypeElement): string => {
  const type = functionOf(member).parameters[0]?.type
  const variants = type !== undefined && ts.isUnionTypeNode(type) ? type.types : [type]
  return variants
    .map((variant) =>
      fieldsOf(variant)
        .map((field) => code(`${field.name}: ${field.type}`))
        .join(', '),
    )
    .join(' or ')
}

/** The text of docs/reference/events.md. */
export const eventsPage = (): string => {
  const declaration = interfaceOf(interfaces, 'EventCallbacks')
  const rows = members('EventCallbacks').map(({ name, member }) => [
    code(name),
    cell(readText(member, name)),
    messageOf(member),
  ])
  return `${[
    '# Events',
    `This page lists every function of \`events\`. The guide shows [how to use them](../guides/callbacks.md). It is generated from
their docstrings: \`${command}\` writes it.`,
    ...block(readDoc(declaration).example),
    readText(declaration, 'EventCallbacks'),
    table(['event', 'when', 'message'], rows),
    `The rows of users, accounts and passkeys have the members of the [adapter contract](adapter.md#rows).`,
  ].join('\n\n')}\n`
}

const methodRow = (member: ts.TypeElement): readonly string[] => {
  if (!ts.isMethodSignature(member) || member.type === undefined) throw new Error(`${member.getText()} is no method`)
  const parameters = member.parameters.map((parameter) => oneLine(parameter.getText())).join(', ')
  const name = member.name.getText()
  return [code(`${name}(${parameters})`), code(shortType(member.type)), cell(readText(member, name))]
}

const ROWS = ['AdapterUser', 'AdapterAccount', 'AdapterSession', 'VerificationToken', 'AdapterAuthenticator']

/** The members of a row, also those of the interface that it extends. */
const rowMembers = (name: string): readonly (readonly string[])[] => {
  const declaration = interfaceOf(interfaces, name)
  const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.map((type) => type.expression.getText()),
  )
  const own = declaration.members.filter(ts.isPropertySignature).map((member) => {
    const optional = member.questionToken === undefined ? '' : '?'
    const label = `${member.name.getText()}${optional}`
    return [code(label), code(member.type === undefined ? '' : shortType(member.type)), cell(readText(member, label))]
  })
  const inherited = bases.filter((base) => interfaces.has(base)).flatMap(rowMembers)
  const isOwn = ([label]: readonly string[]) =>
    own.some(([other]) => other?.replace('?', '') === label?.replace('?', ''))
  return [...inherited.filter((row) => !isOwn(row)), ...own]
}

const rowSection = (name: string): string =>
  [`### ${name}`, readText(interfaceOf(interfaces, name), name), table(['member', 'type', ''], rowMembers(name))].join(
    '\n\n',
  )

/** The names of the rules. */
const listRules = (): readonly string[] => {
  const names: string[] = []
  adapterContract({ make: () => ({ adapter: memoryAdapter() }), test: (name) => names.push(name) })
  return names
}

/** The text of docs/reference/adapter.md. */
export const adapterPage = (): string => {
  const adapter = interfaceOf(interfaces, 'Adapter')
  const methods = adapter.members.map(methodRow)
  const added = adapter.members.findIndex((member) => member.name?.getText() === 'updateAuthenticatorCounter') + 1
  const head = ['method', 'returns', '']
  return `${[
    '# Adapter contract',
    `This page lists every method that an adapter can have, the rows that it returns, and the rules that the tests check. How to
[write one](databases.md#an-adapter-of-your-own) is on another page. It is generated from the docstrings and the rules:
\`${command}\` writes it.`,
    ...block(readDoc(adapter).example),
    readText(adapter, 'Adapter'),
    'Every method may return a promise.',
    '## Methods that adapters for Auth.js have',
    table(head, methods.slice(0, added)),
    '## Additions',
    table(head, methods.slice(added)),
    '## Rows',
    ...ROWS.map(rowSection),
    '## Rules',
    `[\`adapterContract\`](packages/testing.md#adapter-contract) of \`@authwright/testing\` registers one test for each rule:`,
    listRules()
      .map((name) => `- ${name}`)
      .join('\n'),
  ].join('\n\n')}\n`
}

/** The pages, by the name of the file in docs/reference. */
export const contractPages = { callbacks: callbacksPage, events: eventsPage, adapter: adapterPage } as const

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [name, page] of Object.entries(contractPages))
    writeFileSync(join(import.meta.dirname, `../../../docs/reference/${name}.md`), page())
}
