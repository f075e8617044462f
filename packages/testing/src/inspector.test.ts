import { expect, onTestFinished, test } from 'vitest'
import { startInspector } from './inspector.ts'

const start = async () => {
  const { url, close } = await startInspector()
  onTestFinished(close)
  const record = (request: string, step: string, facts: object) => ({
    request,
    time: Date.UTC(2027, 0, 1),
    step,
    facts: JSON.stringify(facts),
  })
  /** A response to a sign-in that this browser has not begun, at a host. */
  const send = (request: string, host: string) => {
    const address = `http://${host}/auth/callback/github`
    const records = [
      record(request, 'request', { method: 'GET', address, route: 'callback', provider: 'github' }),
      record(request, 'cookie read', { name: 'authwright.state.1', for: 'attempt', opened: false, why: 'absent' }),
      record(request, 'failure', { type: 'InvalidCheck', text: ['InvalidCheck: no attempt'] }),
    ]
    return fetch(`${url}records`, { method: 'POST', body: JSON.stringify(records) })
  }
  return { url, send }
}

test('shows a sign-in at a host whose long name the library took for a secret', async () => {
  const { url, send } = await start()
  await send('00000001', '[redacted].localhost:3000')
  await send('00000002', 'localhost:3000')
  const page = await fetch(url)
  const text = await page.text()
  expect([page.status, text.match(/InvalidCheck: no attempt/g)?.length]).toEqual([200, 4])
  expect(text).toContain('The browser did not send the cookie authwright.state.1')
})
