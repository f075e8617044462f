import type { AuthConfig } from '@authwright/core'
import Passkey from '@authwright/core/providers/passkey'
import { memoryAdapter } from '@authwright/testing'
import { describeProviders } from '../../src/application/describe-providers.ts'
import type { Environment } from '../../src/application/environment.ts'
import type { Facts, Project, System } from '../../src/doctor/check.ts'
import { startErrorOf } from '../../src/doctor/start-error.ts'

export const SECRET = 'k3Vq8ZxW1uTn5RbY7mLd2HsGfJc9Pa4EoQ6iUtXw'
export const NOW = Date.parse('2027-01-01T12:00:00Z')
export const DAY = 86_400_000
const ORIGIN = 'https://app.example.org'

/** An OpenID Provider, as a developer writes one. */
export const staff = {
  id: 'staff',
  name: 'Staff',
  type: 'oidc' as const,
  issuer: 'https://id.example.org',
  clientId: 'app',
  clientSecret: 'canary-client-secret',
  trustAllEmails: true,
}

export const mail = {
  id: 'nodemailer',
  name: 'E-mail',
  type: 'email' as const,
  server: 'smtps://user:canary-password@smtp.company.dev',
  from: 'Company <no-reply@mail.company.dev>',
  sendVerificationRequest: () => Promise.resolve(),
}

export const passkey = Passkey()

/** The responses of the network by their addresses. */
const pages: Readonly<Record<string, () => Response>> = {
  [`${ORIGIN}/auth/providers`]: () => Response.json({ staff: { callbackUrl: `${ORIGIN}/auth/callback/staff` } }),
  [`${ORIGIN}/`]: () => new Response('', { headers: { date: new Date(NOW).toUTCString() } }),
  'http://app.example.org/': () => new Response('', { status: 308, headers: { location: `${ORIGIN}/` } }),
  'https://id.example.org/.well-known/openid-configuration': () =>
    Response.json({
      issuer: 'https://id.example.org',
      jwks_uri: 'https://id.example.org/keys',
      token_endpoint_auth_methods_supported: ['client_secret_basic'],
    }),
  'https://id.example.org/keys': () => Response.json({ keys: [{ kty: 'EC' }] }),
}

const records: Readonly<Record<string, readonly string[]>> = {
  'MX mail.company.dev': ['mx.company.dev'],
  'TXT mail.company.dev': ['v=spf1 include:service.example -all', 'other=1'],
  'TXT _dmarc.company.dev': ['v=DMARC1; p=quarantine'],
}

type Changes = { readonly [Name in keyof AuthConfig]?: AuthConfig[Name] | undefined }

/** What a test changes of the machine, the network, the folder and the config. */
export interface Faults {
  readonly config?: Changes
  readonly written?: Changes
  readonly env?: Environment
  readonly isProduction?: boolean
  readonly source?: string
  readonly pages?: Readonly<Record<string, () => Response>>
  readonly records?: Readonly<Record<string, readonly string[]>>
  readonly system?: Partial<System>
  readonly project?: Partial<Project>
  /** The files of the application. */
  readonly files?: Readonly<Record<string, string>>
}

const makeSystem = (faults: Faults): System => ({
  nodeVersion: '24.1.0',
  now: () => NOW,
  fetch: (url) => {
    const page = { ...pages, ...faults.pages }[url]
    return page === undefined ? Promise.reject(new Error(`${url} is unknown`)) : Promise.resolve(page())
  },
  resolve: (name, type) => Promise.resolve({ ...records, ...faults.records }[`${type} ${name}`] ?? []),
  greeting: () => Promise.resolve('220 smtp.company.dev ESMTP'),
  certificateEnd: () => Promise.resolve(NOW + 60 * DAY),
  canMakeKey: () => Promise.resolve(true),
  ...faults.system,
})

const files = { 'src/hooks.server.ts': "export { handle } from './auth'" }

const makeProject = (faults: Faults): Project => ({
  framework: 'sveltekit',
  dependencies: { '@sveltejs/kit': '^2.0.0', '@authwright/sveltekit': '^0.1.0', '@authwright/core': '^0.1.0' },
  read: (path) => ({ ...files, ...faults.files })[path],
  versionOf: () => '0.1.0',
  coreCopies: ['/application/node_modules/@authwright/core'],
  install: (packages) => `npm install ${packages.join(' ')}`,
  trackedEnvFiles: { '.env': 'PUBLIC_NAME=app\n' },
  ...faults.project,
})

const withoutUndefined = (options: Changes & { readonly providers?: unknown }): AuthConfig =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as unknown as AuthConfig

/** The facts of an application without a fault, for production, with the given faults. */
export const makeFacts = async (faults: Faults = {}): Promise<Facts> => {
  const written = withoutUndefined({
    providers: [staff, mail, passkey],
    adapter: memoryAdapter(),
    session: { strategy: 'database' },
    experimental: { enableWebAuthn: true },
    ...faults.written,
  })
  const config = withoutUndefined({
    ...written,
    origin: ORIGIN,
    basePath: '/auth',
    secret: SECRET,
    trustHost: true,
    ...faults.config,
  })
  const warnings: (readonly [string, string])[] = []
  const { origin } = config
  return {
    config,
    written,
    file: 'src/auth.ts',
    source: faults.source ?? '',
    origin: origin !== undefined && /^https?:/.test(origin) ? new URL(origin) : undefined,
    env: { AUTH_URL: origin, AUTH_SECRET: SECRET, NODE_ENV: 'production', ...faults.env },
    isProduction: faults.isProduction ?? true,
    providers: describeProviders(config),
    startError: await startErrorOf({ ...config, secret: SECRET }, (...warning) => void warnings.push(warning)),
    warnings,
    project: makeProject(faults),
    system: makeSystem(faults),
  }
}
