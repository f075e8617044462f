import { join } from 'node:path'
import { contractIn, runtimeTable } from '@authwright/test-kit/runtimes/contract-in'
import { bun, deno, inDeno, nodes } from '@authwright/test-kit/runtimes/executables'
import { bundleProgram, removeProgram, startProcess, subjectIn } from '@authwright/test-kit/runtimes/subject-in'
import type { RuntimeProcess } from '@authwright/test-kit/runtimes/subject-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { express } from '../subjects/express.ts'
import { fastify } from '../subjects/fastify.ts'
import { nodeHttp } from '../subjects/node.ts'

const subjects = [nodeHttp, express, fastify]
const permissions = ['--allow-net', '--allow-env', '--allow-read', '--allow-write=.', '--allow-sys']
/** The unit tests run the contract on Node 24. */
const machines = [
  ...nodes('program.mjs').filter(({ name }) => name !== 'Node 24'),
  { name: 'Bun', command: bun, args: ['run', 'program.mjs'] },
  { name: 'Deno', command: deno, args: inDeno('program.mjs', ...permissions) },
]

const absoluteForm = 'responds with 400 if target and Host, or two lines of Host, name different hosts'
const refuses: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Fastify 5 on Deno': {
    [absoluteForm]: 'Fastify responds with 400 to every target in absolute form',
    C49: 'node:http2 of Deno 2.9 can crash when a client closes its connection (denoland/deno issue 36788)',
  },
}

let folder: string
beforeAll(async () => {
  folder = await bundleProgram(join(import.meta.dirname, 'program.ts'))
})
afterAll(() => removeProgram(folder))

const running = new Map<string, RuntimeProcess>()
const processOf = (name: string): RuntimeProcess => {
  const found = running.get(name)
  if (found === undefined) throw new Error(`${name} does not run`)
  return found
}

const inRuntimes = subjects.map((subject) => {
  const named = machines.map((machine) => {
    const refused = refuses[`${subject.name} on ${machine.name}`]
    return [machine.name, subjectIn(subject, machine, () => processOf(machine.name), refused)] as const
  })
  return [subject.name, Object.fromEntries(named)] as const
})

describe.each(machines)('$name', (machine) => {
  beforeAll(() => {
    if (machine.command !== undefined) running.set(machine.name, startProcess(machine, folder))
  })
  afterAll(() => running.get(machine.name)?.close())
  for (const [, subjectsIn] of inRuntimes) {
    const subject = subjectsIn[machine.name]
    if (subject !== undefined) contractIn(machine, subject, test)
  }
})

test('the reference page shows the runtimes', () => {
  const rows = inRuntimes.map(([name, named], i) => [name, { ...named, 'Node 24': subjects[i] ?? nodeHttp }] as const)
  const { written, measured } = runtimeTable('node', rows)
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
