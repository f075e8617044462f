import { join } from 'node:path'
import { contractIn, runtimeTable } from '@authwright/test-kit/runtimes/contract-in'
import { bun, deno, inDeno, nodes, workers } from '@authwright/test-kit/runtimes/executables'
import { bundleProgram, removeProgram, startProcess, subjectIn } from '@authwright/test-kit/runtimes/subject-in'
import type { RuntimeProcess } from '@authwright/test-kit/runtimes/subject-in'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { elysiaOnBun } from '../subjects/elysia-on-bun.ts'
import { elysia } from '../subjects/elysia.ts'
import { plainFetch } from '../subjects/fetch.ts'
import { nativeFetch } from './native.ts'
import { fetchInWorkerd, startWorker, type RunningWorker } from './workerd.ts'

const permissions = ['--allow-net', '--allow-env', '--allow-read', '--allow-write=.', '--allow-sys']
const inBun = { name: 'Bun', command: bun, args: ['run', 'program.mjs'] }
/** The unit tests run the contract on Node 24. */
const machines = [
  ...nodes('program.mjs').filter(({ name }) => name !== 'Node 24'),
  inBun,
  { name: 'Deno', command: deno, args: inDeno('program.mjs', ...permissions) },
]

const folders: string[] = []
const bundle = async (name: string, target: 'process' | 'worker'): Promise<string> => {
  const folder = await bundleProgram(join(import.meta.dirname, name), target)
  folders.push(folder)
  return folder
}
let program: string
beforeAll(async () => {
  program = await bundle('program.ts', 'process')
})
afterAll(() => Promise.all(folders.map(removeProgram)))

const running = new Map<string, RuntimeProcess>()
const processOf = (name: string): RuntimeProcess => {
  const found = running.get(name)
  if (found === undefined) throw new Error(`${name} does not run`)
  return found
}
/** Bun and Deno have a server of web requests. */
const inRuntimes = machines.map((machine) => {
  const subject = machine.name.startsWith('Node') ? plainFetch : nativeFetch
  return { machine, subject: subjectIn(subject, machine, () => processOf(machine.name)) }
})

const elysiaInBun = subjectIn(elysiaOnBun, inBun, () => processOf(inBun.name))

describe.each(inRuntimes)('$machine.name', ({ machine, subject }) => {
  beforeAll(() => {
    if (machine.command !== undefined) running.set(machine.name, startProcess(machine, program))
  })
  afterAll(() => running.get(machine.name)?.close())
  contractIn(machine, subject, test)
  if (machine === inBun) contractIn(machine, elysiaInBun, test)
})

let worker: RunningWorker
const inWorkerd = fetchInWorkerd(() => worker)

describe('workerd', () => {
  const machine = { name: 'workerd', command: workers, args: [] }
  beforeAll(async () => {
    if (machine.command !== undefined) worker = await startWorker(await bundle('worker.ts', 'worker'))
  })
  afterAll(() => worker?.close())
  contractIn(machine, inWorkerd, test)
})

test('the reference page shows the runtimes', () => {
  const named = Object.fromEntries(inRuntimes.map(({ machine, subject }) => [machine.name, subject]))
  const subjects = { ...named, 'Node 24': plainFetch, workerd: inWorkerd }
  const { written, measured } = runtimeTable('web', [
    [plainFetch.name, subjects],
    [elysiaOnBun.name, { 'Node 24': elysia, [inBun.name]: elysiaInBun }],
  ])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
