import type { Members, ProviderDescription } from '../application/describe-providers.ts'
import { group, isLoopback, list, type Facts } from './check.ts'

/** What is wrong with each e-mail provider. */
const each = async (
  { providers }: Facts,
  problemOf: (provider: ProviderDescription) => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> => {
  const problems = providers
    .filter(({ type }) => type === 'email')
    .map(async (provider) => {
      const problem = await problemOf(provider)
      return problem === undefined ? [] : [`provider ${provider.id}: ${problem}`]
    })
  return list((await Promise.all(problems)).flat())
}

/** The address in a `from`, which may have a name before it. */
const addressOf = (from: unknown): string | undefined => {
  if (typeof from !== 'string' || from === '') return undefined
  return (/<([^<>]*)>\s*$/.exec(from)?.[1] ?? from).trim()
}

const domainOf = ({ options: { from } }: ProviderDescription): string | undefined =>
  /^[^@\s]+@([^@\s]+\.[^@\s]+)$/.exec(addressOf(from) ?? '')?.[1]

/** The SMTP server of a Nodemailer provider, by its URL or by its options. */
const serverOf = ({ options: { server } }: ProviderDescription) => {
  const options = typeof server === 'object' && server !== null ? (server as Members) : {}
  const url = typeof server === 'string' && URL.canParse(server) ? new URL(server) : undefined
  const host = url?.hostname ?? (typeof options['host'] === 'string' ? options['host'] : undefined)
  if (host === undefined || host === '') return undefined
  const isTls = url?.protocol === 'smtps:' || options['secure'] === true
  const port = Number(url?.port || options['port'] || (isTls ? 465 : 587))
  const ignoresTls = options['ignoreTLS'] === true || url?.searchParams.get('ignoreTLS') === 'true'
  const tls = options['tls'] as Members | undefined
  return { host, port, isTls, ignoresTls, trustsAll: tls?.['rejectUnauthorized'] === false }
}

const sends = ({ id, options: { server } }: ProviderDescription): boolean => id === 'nodemailer' || server !== undefined

const isSample = (domain: string): boolean =>
  /(?:^|\.)example(?:\.(?:com|org|net))?$|\.(?:test|invalid|local)$/.test(domain)

/** The records of a domain, and of the domain above it: an organization has one policy for all of its hosts. */
const findTxt = async ({ system }: Facts, names: readonly string[], start: string): Promise<readonly string[]> => {
  for (const name of names) {
    const found = (await system.resolve(name, 'TXT')).filter((text) => text.toLowerCase().startsWith(start))
    if (found.length > 0) return found
  }
  return []
}

const organizationOf = (domain: string): string => domain.split('.').slice(-2).join('.')

const lacksServer = (provider: ProviderDescription): boolean =>
  provider.id === 'nodemailer' && serverOf(provider) === undefined && typeof provider.options['server'] !== 'object'

/** The variable that the module of the config reads for `server`, as `process.env.SMTP_URL`, if it has no value. */
const emptyVariableOf = ({ source, env }: Facts): string | undefined => {
  const name = /\bserver:\s*(?:[\w.]+\.)?(?:\w+\[['"])?([A-Z][A-Z\d_]+)\b/.exec(source)?.[1]
  return name !== undefined && !env[name] ? name : undefined
}

export const mailChecks = group('mail', 'docs/guides/email.md', {
  server: {
    level: 'fail',
    why: 'no e-mail can be sent, unless authwright dev sets SMTP_URL in development',
    fix: 'pass server: process.env.SMTP_URL, and set SMTP_URL=smtps://user:password@smtp.example.com',
    find: (facts) =>
      each(facts, (provider) => {
        if (!lacksServer(provider)) return undefined
        const variable = emptyVariableOf(facts)
        return variable === undefined ? 'it has no SMTP server' : `${variable}, which has its SMTP server, is not set`
      }),
    isReplaced: (facts) =>
      emptyVariableOf(facts) === 'SMTP_URL' &&
      /"[^"]*\bauthwright(?:\/cli)? dev\b/.test(facts.project.read('package.json') ?? ''),
  },
  'from-missing': {
    level: 'warn',
    why: 'e-mails come from no-reply at the host of the application, for which the mail service may not send',
    fix: "set from: 'Name <no-reply@your-domain>'",
    find: (facts) =>
      each(facts, ({ options: { from } }) => (from === undefined || from === '' ? 'it has no from' : undefined)),
  },
  'from-invalid': {
    level: 'fail',
    why: 'mail servers refuse the e-mail',
    fix: "write from as 'Name <address@your-domain>' or as an address",
    find: (facts) =>
      each(facts, (provider) => {
        const address = addressOf(provider.options['from'])
        return address === undefined || domainOf(provider) !== undefined ? undefined : 'its from has no e-mail address'
      }),
  },
  'from-sample': {
    level: 'fail',
    isForProduction: true,
    why: 'the domain is not yours, so mail servers refuse the e-mail or treat it as spam',
    fix: 'set from to an address of your own domain',
    find: (facts) =>
      each(facts, (provider) => {
        const domain = domainOf(provider)
        return domain !== undefined && isSample(domain) ? `its from is at ${domain}` : undefined
      }),
  },
  local: {
    level: 'warn',
    isForProduction: true,
    why: 'a mailbox for development receives e-mails and delivers none',
    fix: 'set the SMTP server of your mail service',
    find: (facts) =>
      each(facts, (provider) =>
        isLoopback(serverOf(provider)?.host ?? '') ? 'its SMTP server is on this machine' : undefined,
      ),
  },
  tls: {
    level: 'fail',
    why: 'an attacker on the network can read sign-in links, and sign in with them',
    fix: 'remove ignoreTLS and tls.rejectUnauthorized: false',
    find: (facts) =>
      each(facts, (provider) => {
        const server = serverOf(provider)
        if (server === undefined || isLoopback(server.host)) return undefined
        if (server.ignoresTls) return 'it sends without TLS'
        return server.trustsAll ? 'it trusts every certificate' : undefined
      }),
  },
  package: {
    level: 'fail',
    why: 'the first e-mail fails',
    fix: 'npm install nodemailer',
    find: (facts) =>
      each(facts, (provider) =>
        provider.id === 'nodemailer' && facts.project.versionOf('nodemailer') === undefined
          ? 'the package nodemailer is not installed'
          : undefined,
      ),
  },
  smtp: {
    level: 'fail',
    usesNetwork: true,
    why: 'no e-mail can be sent',
    fix: 'check host and port, and that the network lets the server connect',
    find: (facts) =>
      each(facts, async (provider) => {
        const server = sends(provider) ? serverOf(provider) : undefined
        if (server === undefined) return undefined
        const { host, port, isTls } = server
        try {
          const greeting = await facts.system.greeting(host, port, isTls)
          return greeting.startsWith('220') ? undefined : `${host}:${port} is not an SMTP server that accepts e-mails`
        } catch (error) {
          return `${host}:${port} does not respond: ${error instanceof Error ? error.message : String(error)}`
        }
      }),
  },
  mx: {
    level: 'warn',
    usesNetwork: true,
    why: 'many mail servers refuse e-mails of a domain that cannot receive any',
    fix: 'add an MX record to the domain, or send from another one',
    find: (facts) =>
      each(facts, async (provider) => {
        const domain = domainOf(provider)
        if (domain === undefined || isSample(domain)) return undefined
        const [mx, a] = await Promise.all([facts.system.resolve(domain, 'MX'), facts.system.resolve(domain, 'A')])
        return mx.length + a.length > 0 ? undefined : `${domain} has neither an MX nor an A record`
      }),
  },
  spf: {
    level: 'warn',
    usesNetwork: true,
    why: 'mail servers treat e-mails of servers that the domain does not name as spam (RFC 7208)',
    fix: 'add one TXT record that begins with v=spf1, as your mail service describes it',
    find: (facts) =>
      each(facts, async (provider) => {
        const domain = domainOf(provider)
        if (domain === undefined || isSample(domain)) return undefined
        const { length } = await findTxt(facts, [domain], 'v=spf1')
        return length === 1 ? undefined : `${domain} has ${length === 0 ? 'no' : length} SPF records`
      }),
  },
  dmarc: {
    level: 'warn',
    usesNetwork: true,
    why: 'large mail services demand it, and without it others can send in the name of the domain (RFC 7489)',
    fix: 'add the TXT record _dmarc with v=DMARC1; p=quarantine',
    find: (facts) =>
      each(facts, async (provider) => {
        const domain = domainOf(provider)
        if (domain === undefined || isSample(domain)) return undefined
        const names = [domain, organizationOf(domain)].map((name) => `_dmarc.${name}`)
        return (await findTxt(facts, names, 'v=dmarc1')).length > 0 ? undefined : `${domain} has no DMARC record`
      }),
  },
})
