import { subtle } from 'node:crypto'
import { resolve4, resolveMx, resolveTxt } from 'node:dns/promises'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { System } from './check.ts'

/** Milliseconds. A check that takes longer is a finding. */
export const DEADLINE = 5_000

const NO_RECORDS = new Set(['ENODATA', 'ENOTFOUND'])

const resolvers = {
  MX: async (name: string) => (await resolveMx(name)).map(({ exchange }) => exchange),
  A: (name: string) => resolve4(name),
  TXT: async (name: string) => (await resolveTxt(name)).map((parts) => parts.join('')),
} as const

const resolve: System['resolve'] = async (name, type) => {
  try {
    return await resolvers[type](name)
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_RECORDS.has(String(error.code))) return []
    throw error
  }
}

/** Connects, and closes the connection when `use` has ended. */
const withSocket = <Result>(socket: Socket, use: (end: (result: Result) => void) => void): Promise<Result> =>
  new Promise((end, reject) => {
    const close = (): void => void socket.destroy()
    socket.setTimeout(DEADLINE, () => socket.destroy(new Error(`no response within ${DEADLINE / 1000} s`)))
    socket.once('error', reject)
    use((result) => {
      close()
      end(result)
    })
  })

const greeting: System['greeting'] = (host, port, isTls) => {
  const socket = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
  return withSocket(socket, (end) =>
    socket.once('data', (data: Buffer) => end(data.toString('latin1').split('\r\n', 1)[0] ?? '')),
  )
}

const certificateEnd: System['certificateEnd'] = (host, port) => {
  // An expired certificate is read too: its end is the finding.
  const socket = connectTls({ host, port, servername: host, rejectUnauthorized: false })
  return withSocket(socket, (end) =>
    socket.once('secureConnect', () => end(Date.parse(socket.getPeerCertificate().valid_to))),
  )
}

const canMakeKey: System['canMakeKey'] = async (algorithm) => {
  const parameters = algorithm === 'ES256' ? { name: 'ECDSA', namedCurve: 'P-256' } : { name: 'Ed25519' }
  try {
    await subtle.generateKey(parameters, false, ['sign', 'verify'])
    return true
  } catch {
    return false
  }
}

/** This machine, and the network that it reaches. */
export const system: System = {
  nodeVersion: process.versions.node,
  now: Date.now,
  fetch: (url) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(DEADLINE) }),
  resolve,
  greeting,
  certificateEnd,
  canMakeKey,
}
