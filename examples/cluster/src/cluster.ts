import { randomBytes } from 'node:crypto'
import { startIdentityProvider } from '@authwright/testing/identity-provider'
import { freePort } from '@authwright/testing/local-server'
import { type Mailbox, startMailbox } from '@authwright/testing/mailbox'
import { type ServerProcess, startServer } from './processes.ts'
import { startProxy } from './proxy.ts'

/** Three processes behind a proxy, an identity provider and a mailbox. */
export interface Cluster {
  readonly origin: string
  /** Receives the e-mails of all processes. */
  readonly mailbox: Mailbox
  /** The processes, in the order in which the proxy uses them. */
  readonly servers: ServerProcess[]
  /** Starts a process again. */
  readonly restart: (index: number) => Promise<void>
  readonly close: () => Promise<void>
}

const CLIENT = { clientId: 'cluster', clientSecret: 'cluster-secret' }

/**
 * Starts a cluster. `environment` has `DATABASE_URL`; `REDIS_URL`, if Redis stores the sessions; and `GRACE`, the milliseconds that
 * a stopping process has to finish its requests.
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
    // All processes have the same secret.
    AUTH_SECRET: randomBytes(33).toString('base64'),
    ...environment,
  }
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (index: number): Promise<ServerProcess> => startServer({ ...common, PORT: String(ports[index]) })
  const servers = await Promise.all(ports.map((_port, index) => start(index)))
  const proxy = await startProxy(proxyPort, ports)
  return {
    origin,
    mailbox,
    servers,
    restart: async (index) => void (servers[index] = await start(index)),
    close: async () => {
      await proxy.close()
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await Promise.all([provider.close(), mailbox.close()])
    },
  }
}
