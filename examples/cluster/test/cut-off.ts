import { linksOf } from '@authwright/testing/mailbox'
import { expect, test } from 'vitest'
import type { ServerProcess } from '../src/processes.ts'
import { connectDirectly } from './direct.ts'
import { lockTable } from './hold.ts'
import { stepsAt, type ClusterSetup } from './stage.ts'

type Signal = Parameters<ServerProcess['end']>[0]

const ADA = 'ada@example.org'
const ends: readonly (readonly [string, Signal, number | null])[] = [
  ['is killed', 'SIGKILL', null],
  ['is stopped without enough time', 'SIGTERM', 1],
]

/** The index of the process that handles a request. */
const findBusyProcess = async ({ cluster }: ClusterSetup): Promise<number> => {
  const connections = cluster.servers.map(({ origin }) => connectDirectly(origin))
  const find = async () => (await Promise.all(connections.map(({ countPending }) => countPending()))).indexOf(1)
  await expect.poll(find, { timeout: 20_000 }).not.toBe(-1)
  return find()
}

/** Ends the process that handles a request. Returns its index and exit code. */
const endBusyProcess = async (
  setup: ClusterSetup,
  signal: Signal,
): Promise<{ index: number; code: number | null | undefined }> => {
  const index = await findBusyProcess(setup)
  return { index, code: await setup.cluster.servers[index]?.end(signal) }
}

/** Tests of requests whose process ends before it has responded. */
export const testInterruptedRequests = (currentSetup: () => ClusterSetup): void => {
  test.each(ends)(
    'respond with 502 when the process %s during a sign-in, and a second sign-in works',
    async (...end) => {
      const [, signal, expected] = end
      const setup = currentSetup()
      const steps = stepsAt(setup.cluster.origin)
      const browser = steps.open()
      await steps.startSignIn(browser)
      const lock = await lockTable(setup.usersUrl, 'accounts')
      const page = browser.submit({}, { press: 'Ada', redirect: 'follow' })
      await lock.waitForBlocked(1)
      const { index, code } = await endBusyProcess(setup, signal)
      const { status, text, url } = await page
      await lock.release()
      expect([code, status, text]).toEqual([expected, 502, 'Please try again.'])
      const again = await browser.get(url, { redirect: 'follow' })
      expect([again.status, again.text]).toEqual([400, expect.stringContaining('Start again')])
      await steps.signIn(browser)
      expect(await steps.readEmail(browser)).toBe(ADA)
      await setup.cluster.restart(index)
    },
  )

  const startEmailSignIn = async () => {
    const { cluster } = currentSetup()
    const steps = stepsAt(cluster.origin)
    const browser = steps.open()
    const email = `${crypto.randomUUID()}@example.org`
    const requestLink = async (): Promise<string> => {
      await steps.requestEmail(browser, email)
      const [link = ''] = linksOf(await cluster.mailbox.next(email))
      return link
    }
    const readEmail = () => steps.readEmail(browser)
    return { email, requestLink, readEmail, open: (link: string) => browser.get(link, { redirect: 'follow' }) }
  }

  test('accept a link again when the process was killed before it consumed the link', async () => {
    const setup = currentSetup()
    const { email, requestLink, open, readEmail } = await startEmailSignIn()
    const link = await requestLink()
    const lock = await setup.blockTokens()
    const page = open(link)
    const { index } = await endBusyProcess(setup, 'SIGKILL')
    const { status } = await page
    await lock.release()
    expect(status).toBe(502)
    await open(link)
    expect(await readEmail()).toBe(email)
    await setup.cluster.restart(index)
  })

  test('offer another e-mail when the process was killed after it consumed the link', async () => {
    const setup = currentSetup()
    const { email, requestLink, open, readEmail } = await startEmailSignIn()
    const link = await requestLink()
    const lock = await lockTable(setup.usersUrl, 'users')
    const page = open(link)
    await lock.waitForBlocked(1)
    const { index } = await endBusyProcess(setup, 'SIGKILL')
    const { status } = await page
    await lock.release()
    expect(status).toBe(502)
    const again = await open(link)
    expect([again.status, again.text]).toEqual([403, expect.stringContaining('Request a new one')])
    await open(await requestLink())
    expect(await readEmail()).toBe(email)
    await setup.cluster.restart(index)
  })
}
