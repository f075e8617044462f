import { group, list, type Facts } from './check.ts'
import { publicOrigin } from './url-checks.ts'

const isOlder = (version: string, than: string): boolean => {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number))
  const difference = [0, 1, 2].map((i) => (one?.[i] ?? 0) - (other?.[i] ?? 0)).find((part) => part !== 0) ?? 0
  return difference < 0
}

/** The versions of our packages in the application, by name. */
const versionsOf = ({ project }: Facts): readonly (readonly [string, string])[] =>
  Object.keys(project.dependencies)
    .filter((name) => name.startsWith('@authwright/'))
    .flatMap((name) => {
      const version = project.versionOf(name)
      return version === undefined ? [] : [[name, version] as const]
    })

const findClock = async (facts: Facts): Promise<string | undefined> => {
  const issuers = facts.providers.flatMap(({ options: { issuer } }) => (typeof issuer === 'string' ? [issuer] : []))
  const urls = [publicOrigin(facts)?.href, ...issuers].filter(
    (url): url is string => url !== undefined && URL.canParse(url),
  )
  for (const url of urls) {
    const response = await facts.system.fetch(url).catch(() => undefined)
    const date = Date.parse(response?.headers.get('date') ?? '')
    if (Number.isNaN(date)) continue
    const seconds = Math.round((facts.system.now() - date) / 1000)
    return Math.abs(seconds) > 30 ? `the clock differs by ${seconds} seconds from ${new URL(url).host}` : undefined
  }
  return undefined
}

const findMissingAlgorithms = async ({ system }: Facts): Promise<string | undefined> => {
  const algorithms = ['ES256', 'Ed25519'] as const
  const found = await Promise.all(algorithms.map(async (name) => ((await system.canMakeKey(name)) ? [] : [name])))
  return list(found.flat().map((name) => `${name} is missing`))
}

/** The oldest version that package.json of our packages allows. */
const OLDEST_NODE = '20.19.0'

export const runtimeChecks = group('runtime', 'docs/guides/deployment.md', {
  node: {
    level: 'fail',
    why: 'older versions lack functions that the library calls',
    fix: `install Node ${OLDEST_NODE} or newer`,
    find: ({ system: { nodeVersion } }) =>
      isOlder(nodeVersion, OLDEST_NODE) ? `this is Node ${nodeVersion}` : undefined,
  },
  crypto: {
    level: 'warn',
    why: 'passkeys and ID tokens are signed with these algorithms',
    fix: 'use another build or version of the runtime',
    find: findMissingAlgorithms,
  },
  mode: {
    level: 'warn',
    isForProduction: true,
    why: 'in development every Host header is trusted, and frameworks show errors to users',
    fix: 'set NODE_ENV=production where the server runs',
    find: ({ env }) =>
      env['NODE_ENV'] === 'development' || env['NODE_ENV'] === 'test' ? `NODE_ENV is ${env['NODE_ENV']}` : undefined,
  },
  debug: {
    level: 'warn',
    isForProduction: true,
    why: 'debug messages name users and requests',
    fix: 'remove debug: true',
    find: ({ config }) => (config.debug === true ? 'debug is on' : undefined),
  },
  'tls-off': {
    level: 'fail',
    why: 'an attacker on the network can pretend to be a provider or the database',
    fix: 'remove NODE_TLS_REJECT_UNAUTHORIZED, and set NODE_EXTRA_CA_CERTS to the certificate of your proxy',
    find: ({ env }) => (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0' ? 'NODE_TLS_REJECT_UNAUTHORIZED is 0' : undefined),
  },
  proxy: {
    level: 'note',
    why: 'fetch of Node does not use it by itself, so providers may not be reachable',
    fix: 'set NODE_USE_ENV_PROXY=1 (Node 24 or newer)',
    find: ({ env }) =>
      (env['HTTPS_PROXY'] || env['https_proxy']) && env['NODE_USE_ENV_PROXY'] !== '1'
        ? 'HTTPS_PROXY is set, and NODE_USE_ENV_PROXY is not'
        : undefined,
  },
  copies: {
    level: 'fail',
    why: 'an error of one copy is not recognized by the other, so refusals become failures',
    fix: 'npm dedupe, or install the same version of all packages of Authwright',
    find: ({ project: { coreCopies } }) =>
      coreCopies.length > 1
        ? `@authwright/core is installed ${coreCopies.length} times: ${coreCopies.join(', ')}`
        : undefined,
  },
  versions: {
    level: 'warn',
    why: 'the packages are released and tested together',
    fix: 'install the same version of all of them',
    find: (facts) => {
      const versions = versionsOf(facts)
      return new Set(versions.map(([, version]) => version)).size > 1
        ? list(versions.map(([name, version]) => `${name} ${version}`))
        : undefined
    },
  },
  'both-libraries': {
    level: 'note',
    why: 'an import of the wrong package fails only when it is used',
    fix: 'npx @authwright/cli migrate-from authjs, and uninstall the packages',
    find: ({ project: { dependencies } }) =>
      list(
        Object.keys(dependencies)
          .filter((name) => name === 'next-auth' || (name.startsWith('@auth/') && !name.endsWith('-adapter')))
          .map((name) => `${name} is installed too`),
      ),
  },
  clock: {
    level: 'fail',
    usesNetwork: true,
    why: 'ID tokens and links seem to be expired, or not valid yet',
    fix: 'let the machine synchronize its clock (NTP)',
    find: findClock,
  },
})
