import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const { href } = pathToFileURL(join(import.meta.dirname, 'free-port.ts'))
const program = `import { freePort } from '${href}'
process.stdout.write(String(await freePort()))
process.stdin.resume()`

test('two processes that search at the same time get different ports', async () => {
  const processes = [1, 2].map(() => spawn(process.execPath, ['--input-type=module', '-e', program]))
  const ports = await Promise.all(processes.map(async ({ stdout }) => String(await once(stdout, 'data'))))
  for (const each of processes) each.kill()
  expect(ports).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
  expect(ports[0]).not.toBe(ports[1])
})
