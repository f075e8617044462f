import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDataDirectory, runDemo, startDemo } from './demo.ts'

let data: Awaited<ReturnType<typeof makeDataDirectory>>
beforeAll(async () => {
  data = await makeDataDirectory()
})
afterAll(() => data.remove())

const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const openLine = async (url: string): Promise<{ fallen: Promise<void> }> => {
  const line = connect(Number(new URL(url).port), '127.0.0.1')
  // Whether it ends in peace or is cut does not matter.
  line.on('error', () => undefined)
  const fallen = new Promise<void>((resolve) => line.once('close', () => resolve()))
  await once(line, 'connect')
  line.resume()
  return { fallen }
}

describe('the demo as a program', () => {
  test('Ctrl-C ends every part of it, with exit code 0', async () => {
    const demo = await startDemo(data.path)
    const urls = Object.values(demo.urls)
    expect(await Promise.all(urls.map(answers))).toEqual([true, true, true])

    expect(await demo.stop()).toBe(0)
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false])
  })

  test('it does not outlive a parent that is killed', async () => {
    const demo = await startDemo(data.path)
    const urls = Object.values(demo.urls)
    // A line to each of them falls when its process is gone. Nobody else would tell: they are no children of this one.
    const lines = await Promise.all(urls.map(openLine))
    process.kill(demo.pid, 'SIGKILL')
    await Promise.all(lines.map(({ fallen }) => fallen))
    expect(await Promise.all(urls.map(answers))).toEqual([false, false, false])
  })

  test('a taken port is said plainly', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port))
    })
    const { ended, said } = runDemo({ DATA_DIR: data.path, PORT: String(port) })
    expect(await ended).toBe(1)
    expect(said()).toContain(`Port ${port} is taken by another program.`)
    expect(said()).not.toContain('at ')
    other.close()
  })

  test('the secret is made once, kept, and no one else’s to read', async () => {
    const first = await startDemo(data.path)
    const secret = await readFile(`${data.path}/secret`, 'utf8')
    await first.stop()
    const second = await startDemo(data.path)
    expect(await readFile(`${data.path}/secret`, 'utf8')).toBe(secret)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect((await stat(`${data.path}/secret`)).mode & 0o077).toBe(0)
    await second.stop()
  })

  test('a visitor of another name for this machine is led to the one origin', async () => {
    const demo = await startDemo(data.path)
    const numeric = demo.urls.site.replace('localhost', '127.0.0.1')
    const answer = await fetch(`${numeric}/members?x=1`, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`${demo.urls.site}/members?x=1`)
    await demo.stop()
  })
})
