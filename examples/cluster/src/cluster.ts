import { createServer } from 'node:net'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { type Mailbox, startMailbox } from '@authwright/testing/mailbox'
import { type ServerProcess, startServer } from './processes.ts'
import { startProxy } from './proxy.ts'

/** Three processes behind a proxy, a provider to sign in at, and a mailbox. */
export interface Cluster {
  readonly origin: string
  /** Receives the mails of all of them. */
  readonly mailbox: Mailbox
  /** The processes, in the order of their turns. */
  readonly servers: ServerProcess[]
  /** Starts the process of a place again. */
  readonly restart: (place: number) => Promise<void>
  readonly close: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

const CLIENT = { clientId: 'cluster', clientSecret: 'cluster-secret' }

/**
 * Starts a cluster. `environment` says where the sessions and users are: `DATABASE_URL`, and `REDIS_URL` if sessions are not there; and how long
 * a process that is told to stop may finish what it has begun (`GRACE`, milliseconds).
 */
export const startCluster = async (environment: Readonly<Record<string, string>>, port?: number): Promise<Cluster> => {
  const proxyPort = port ?? (await freePort())
  const origin = `http://localhost:${proxyPort}`
  const provider = await startIdentityProvider({
    clients: [{ ...CLIENT, redirectUris: [`${origin}/auth/callback/local`] }],
  })
  const mailbox = await startMailbox()
  const common = {
    ORIGIN: origin,
    ISSUER: provider.issuer,
    CLIENT_ID: CLIENT.clientId,
    CLIENT_SECRET: CLIENT.clientSecret,
    SMTP_URL: mailbox.smtpUrl,
    AUTH_SECRET: 'every process of the cluster has the same secret',
    ...environment,
  }
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const start = (place: number): Promise<ServerProcess> => startServer({ ...common, PORT: String(ports[place]) })
  const servers = await Promise.all(ports.map((_port, place) => start(place)))
  const proxy = await startProxy(proxyPort, ports)
  return {
    origin,
    mailbox,
    servers,
    restart: async (place) => void (servers[place] = await start(place)),
    close: async () => {
      await proxy.close()
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await Promise.all([provider.close(), mailbox.close()])
    },
  }
}
