import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openBrowser } from '@authwright/testing'
import { freePort, startLoopback } from '@authwright/testing/local-server'
import { startMailbox } from '@authwright/testing/mailbox'
import { startMariaDb, startPostgres } from '@authwright/test-kit/databases'
import { bun, deno, whyNot } from '@authwright/test-kit/runtimes/executables'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { elsewhere } from './elsewhere.ts'
import { startLibsqlServer } from './libsql-server.ts'
import { installOfPacked, isInstall, pageCommands, root } from './page-commands.ts'
import { startRegistry, type Registry } from './registry.ts'
import { Shell } from './shell.ts'

type Ranges = Readonly<Record<string, string>>
interface Manifest {
  readonly scripts?: Ranges
  readonly dependencies?: Ranges
  readonly devDependencies?: Ranges
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

const writeJson = (path: string, value: unknown): void => writeFileSync(path, JSON.stringify(value, null, 2))

const shell = new Shell()
let registry: Registry

/** The commands for runtimes that this machine does not have. CI has all of them. */
const skipped = new Set<string>()

const PACK = 'npm run build && mkdir ../packed && npm pack --workspaces --pack-destination ../packed'

/** Milliseconds after which a command hangs. A slow machine must not reach them. */
const LONGEST = 600_000

const isLinux = process.platform === 'linux'
beforeEach(({ skip }) => skip(!isLinux, 'the program "script" and the downloads of browsers are those of Linux'))

beforeAll(async () => {
  if (!isLinux) return
  // A clone whose packages are built already, as all tests need them. The command packs into the folder beside it.
  const clone = shell.makeFolder('clone')
  const { scripts, ...manifest } = readManifest(root)
  writeJson(join(clone, 'package.json'), { ...manifest, scripts: { ...scripts, build: 'node --version' } })
  for (const name of ['packages', 'examples', 'scripts']) symlinkSync(join(root, name), join(clone, name))
  await shell.run(PACK, clone)
  registry = await startRegistry(join(shell.folder, 'packed'))
  onEnd(() => registry.close())
  shell.registry = registry.installed
  await installAll()
}, LONGEST)

afterAll(async () => {
  await shell.close()
  await Promise.all(toClose.map((close) => close()))
})

const isOwn = (name: string): boolean => name.startsWith('@authwright/')

const withoutOwn = (ranges: Ranges = {}): Ranges =>
  Object.fromEntries(Object.entries(ranges).filter(([name]) => !isOwn(name)))

interface Application {
  readonly manifest: Manifest
  /** The versions of its packages, for npm, which then resolves only what is new. */
  readonly lockfile?: unknown
}

/** What an application has before it has Authwright: the packages of the example of its framework. */
const applicationOf = (name: string): Application => {
  const folder = join(root, 'examples', name === 'web' ? 'hono' : name)
  if (!existsSync(join(folder, 'package.json'))) return { manifest: {} }
  const { dependencies, devDependencies } = readManifest(folder)
  const manifest = { dependencies: withoutOwn(dependencies), devDependencies: withoutOwn(devDependencies) }
  const lockfile = join(folder, 'package-lock.json')
  if (!existsSync(lockfile)) return { manifest }
  const { packages, ...rest } = JSON.parse(readFileSync(lockfile, 'utf8')) as { readonly packages: object }
  const others = Object.entries(packages).filter(([path]) => path !== '' && !path.includes('@authwright/'))
  return { manifest, lockfile: { ...rest, packages: { '': manifest, ...Object.fromEntries(others) } } }
}

const writeApplication = (folder: string, { manifest, lockfile }: Application): void => {
  writeJson(join(folder, 'package.json'), manifest)
  if (lockfile !== undefined) writeJson(join(folder, 'package-lock.json'), lockfile)
}

const commandsOf = (page: string): readonly string[] =>
  pageCommands.filter((each) => each.page === page).map(({ command }) => command)

interface Installation {
  readonly application: Application
  readonly commands: readonly string[]
}

/** What the pages install into an application of a framework, and what others install, each command once. */
const installations = (): readonly Installation[] => {
  const seen = new Set<string>()
  return [...new Set(pageCommands.map(({ page }) => page))].flatMap((page) => {
    const name = basename(page) === 'README.md' ? basename(dirname(page)) : basename(page, '.md')
    const application = /^(?:packages|docs\/start)\//.test(page) ? applicationOf(name) : { manifest: {} }
    const commands = commandsOf(page).filter((command) => {
      const key = JSON.stringify([application.manifest, command])
      if (!isInstall(command) || seen.has(key)) return false
      seen.add(key)
      return true
    })
    return commands.length === 0 ? [] : [{ application, commands }]
  })
}

const edit = (path: string, before: string, after: string): void => {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`)
  writeFileSync(path, text.replace(before, after))
}

const signInAsAda = async (origin: string): Promise<void> => {
  const browser = openBrowser()
  await browser.get(`${origin}/auth/signin`)
  await browser.submit({}, { press: 'GitHub', redirect: 'follow' })
  await browser.submit({}, { press: 'Ada', redirect: 'follow' })
  expect((await browser.get(`${origin}/auth/session`)).json()).toMatchObject({ user: { name: 'Ada Lovelace' } })
}

/** The value of the line with a secret. */
const valueOf = (printed: string): string => /^AUTH_SECRET="?([^"\n]+)/m.exec(printed)?.[1] ?? ''

const MAKE_CERTIFICATE =
  'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem'

/** An application with SQLite and e-mail. With a certificate it serves https. */
const makeServer = (name: string): string => {
  const folder = makeApplication(name, { scripts: { dev: 'node --env-file=.env server.ts' } })
  writeFileSync(
    join(folder, 'auth.ts'),
    `import Nodemailer from '@authwright/core/providers/nodemailer'
     import { sqliteAdapter } from '@authwright/adapter-sql/sqlite'
     import { NodeAuth } from '@authwright/node'
     const providers = [Nodemailer({ server: process.env.SMTP_URL, from: 'sign-in@app.test' })]
     export const config = { providers, adapter: sqliteAdapter({ path: 'app.db' }) }
     export const auth = NodeAuth(config)`,
  )
  writeFileSync(
    join(folder, 'server.ts'),
    `import { existsSync, readFileSync } from 'node:fs'
     import http from 'node:http'
     import https from 'node:https'
     import { auth } from './auth.ts'
     const home = (request, response) => void auth(request, response, () => response.end('Home'))
     const read = (file: string) => readFileSync(new URL(file, import.meta.url))
     const server = existsSync('cert.pem')
       ? https.createServer({ cert: read('cert.pem'), key: read('key.pem') }, home)
       : http.createServer(home)
     server.listen(Number(process.env.PORT ?? 0), 'localhost', () =>
       console.log('listening at http://localhost:' + server.address().port))`,
  )
  return folder
}

/**
 * Writes the files of a start page, those of one framework and the ones for all, and its variables. Returns the port
 * in place of the one of the page.
 */
const writeStartPage = async (name: string, example: string, folder: string): Promise<number> => {
  const page = readFileSync(join(root, `docs/start/${name}.md`), 'utf8')
  const port = await freePort()
  const blocks = [...page.matchAll(/^```\w+ file=(\S+)(?: example=(\S+))?\n([\s\S]*?)^```$/gm)]
  const isWanted = (file: string, of: string | undefined) =>
    file === 'auth.config.ts' || of === undefined || of.startsWith(example)
  for (const [, file = '', of, code = ''] of blocks)
    if (isWanted(file, of)) writeFileSync(join(folder, file), code.replaceAll('3000', String(port)))
  const secret = await shell.run('openssl rand -base64 33', folder)
  writeFileSync(join(folder, '.env'), `AUTH_SECRET=${secret}AUTH_GITHUB_ID=id\nAUTH_GITHUB_SECRET=secret\n`)
  return port
}

/** Starts a server, and compares its response to a signed-out user. */
const checkServer = async (
  command: string,
  folder: string,
  port: number,
  expected: RegExp,
  variables: Ranges = {},
): Promise<void> => {
  const server = shell.start(command, folder, { variables: { PORT: String(port), ...variables } })
  await server.prints(new RegExp(`:${port}`))
  const response = await fetch(`http://localhost:${port}/`, { redirect: 'manual' })
  expect(`${response.status} ${response.headers.get('location') ?? (await response.text())}`).toMatch(expected)
  await server.stop()
}

/** The response of the examples. */
const SIGNED_OUT = /^200 \{"user":null\}/

/** Everything that the applications below import. The install lines of the pages have tests of their own. */
const installAll = async (): Promise<void> => {
  const folder = shell.makeFolder('installed')
  writeJson(join(folder, 'package.json'), {})
  const own = ['core', 'node', 'web', 'adapter-sql', 'cli', 'testing', 'emulator'].map((name) => `@authwright/${name}`)
  const servers = ['express', 'hono', '@hono/node-server', 'h3']
  const nest = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs']
  const others = ['nodemailer', 'pg', 'mysql2', '@libsql/client', 'typescript', '@types/node']
  await shell.prepare(`npm install ${[...own, ...servers, ...nest, ...others].join(' ')}`, folder)
}

/** A folder for an application with these packages. */
const makeApplication = (name: string, manifest: Manifest = {}): string => {
  const folder = shell.makeFolder(name)
  writeJson(join(folder, 'package.json'), { type: 'module', ...manifest })
  symlinkSync(join(shell.folder, 'installed/node_modules'), join(folder, 'node_modules'))
  return folder
}

const toClose: (() => unknown)[] = []
const onEnd = (close: () => unknown): void => void toClose.push(close)

/** A zip archive with empty files. */
const archiveOf = (names: readonly string[]): Buffer => {
  // Of an empty file, all but the length of the name and the place is 0.
  const header = (signature: string, length: number, numbers: Readonly<Record<number, number>>, name = '') => {
    const bytes = Buffer.alloc(length)
    bytes.write(signature, 'latin1')
    for (const [at, number] of Object.entries(numbers)) bytes.writeUInt16LE(number, Number(at))
    return Buffer.concat([bytes, Buffer.from(name)])
  }
  const files = names.map((name) => header('PK\u0003\u0004', 30, { 26: name.length }, name))
  const starts = files.map((_, i) => Buffer.concat(files.slice(0, i)).length)
  const entries = names.map((name, i) => header('PK\u0001\u0002', 46, { 28: name.length, 42: starts[i] ?? 0 }, name))
  const [all, index] = [Buffer.concat(files), Buffer.concat(entries)]
  const end = header('PK\u0005\u0006', 22, { 8: names.length, 10: names.length, 12: index.length, 16: all.length })
  return Buffer.concat([all, index, end])
}

/** A server that sends an archive with the programs of a browser, which are empty, for every file. */
const startDownloads = async (): Promise<string> => {
  const platforms = ['linux64', 'linux']
  const programs = ['chrome', 'chrome-headless-shell', 'headless_shell']
  const paths = platforms.flatMap((platform) =>
    programs.flatMap((name) => programs.map((each) => `${name}-${platform}/${each}`)),
  )
  const archive = archiveOf([...paths, 'ffmpeg-linux', 'ffmpeg-linux-arm64'])
  const server = await startLoopback(0, () => (_request, response) => void response.end(archive))
  onEnd(() => server.close())
  return server.origin
}

// Five of them run at once.
describe.concurrent('the commands of pages', { timeout: LONGEST }, () => {
  test.each(installations().map((each) => [each.commands.join(' && '), each] as const))('%s', async (_, each) => {
    const folder = mkdtempSync(join(shell.folder, 'install-'))
    writeApplication(folder, each.application)
    const variables = { npm_config_registry: registry.locked, npm_config_package_lock_only: 'true' }
    await shell.run(each.commands, folder, { variables })
    const { dependencies, devDependencies } = readManifest(folder)
    const wanted = each.commands.flatMap((command) => /^npm install (.*)$/.exec(command)?.[1]?.split(' ') ?? [])
    expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(
      expect.arrayContaining(wanted.filter((word) => !word.startsWith('-'))),
    )
  })

  test('an application installs what the command of a page has packed', async () => {
    const folder = shell.makeFolder('from-clone')
    writeApplication(folder, applicationOf('sveltekit'))
    await shell.run(installOfPacked, folder, {
      variables: { npm_config_registry: registry.locked, npm_config_package_lock_only: 'true' },
    })
    expect(readManifest(folder).dependencies).toMatchObject({
      '@authwright/sveltekit': expect.stringContaining('file:../packed/authwright-sveltekit-'),
    })
  })

  test('a new application signs in while it is developed, and runs in production', async () => {
    const parent = shell.makeFolder('create')
    await shell.run(['npm create authwright@latest my-app', 'cd my-app'], parent)
    const folder = join(parent, 'my-app')
    const port = String(await freePort())
    edit(join(folder, 'package.json'), '--port 3000', `--port ${port} --host 127.0.0.1 --strictPort`)
    const development = shell.start('npm run dev', folder)
    await development.prints(new RegExp(`http://\\S+:${port}`))
    await signInAsAda(`http://127.0.0.1:${port}`)
    await development.stop()
    expect(await shell.run('npx authwright providers github', folder)).toContain('AUTH_GITHUB_ID')
    expect(await shell.run('npx authwright doctor', folder)).toContain('0 failures')
    await shell.run('npm run build', folder)
    const production = shell.start('npm start', folder, { variables: { PORT: port, HOST: '127.0.0.1' } })
    await production.prints(/Listening on/)
    expect((await fetch(`http://127.0.0.1:${port}/auth/signin`)).status).toBe(200)
    await production.stop()
    const built = shell.start('node --env-file=.env build', folder, { variables: { PORT: port, HOST: '127.0.0.1' } })
    await built.prints(/Listening on/)
    await built.stop()
    const vite = shell.start('node --env-file=.env node_modules/vite/bin/vite.js', folder)
    await vite.prints(/Local: +http/)
    await vite.stop()
    // It makes the same application; npm does not ask whether to run a package that is new to it.
    const variables = { npm_config_package_lock_only: 'true', npm_config_registry: registry.locked }
    await shell.run('npm create --yes authwright@latest my-app', shell.makeFolder('create-in-ci'), { variables })
    expect(existsSync(join(shell.folder, 'create-in-ci/my-app/package-lock.json'))).toBe(true)
  })

  test('an application is checked and deployed, and its public address responds', async () => {
    const folder = makeServer('deploy')
    const port = String(await freePort())
    const address = `https://localhost:${port}`
    await shell.prepare(MAKE_CERTIFICATE, folder)
    const certificate = join(folder, 'cert.pem')
    const mailbox = await startMailbox()
    const variables = {
      PORT: port,
      SMTP_URL: mailbox.smtpUrl,
      NODE_ENV: 'production',
      NODE_EXTRA_CA_CERTS: certificate,
      CURL_CA_BUNDLE: certificate,
      AUTH_SECRET: valueOf(await shell.run('npx @authwright/cli secret', folder)),
    }
    const replaced = { 'https://app.example.com': address }
    const server = shell.startOther('node server.ts', folder, { variables: { ...variables, AUTH_URL: address } })
    await server.prints(/listening/)
    const printed = await shell.run(
      ['export AUTH_URL=https://app.example.com', 'npx @authwright/cli migrate'],
      folder,
      {
        variables,
        replaced,
      },
    )
    expect(printed).toContain('schema version')
    // doctor finds what is different from production here, and nothing else.
    const findings = await shell.run('npx @authwright/cli doctor --production', folder, {
      variables: { ...variables, AUTH_URL: address },
      accepted: [1],
    })
    expect([...findings.matchAll(/^[✗!·] (\S+)/gm)].map(([, id]) => id)).toEqual([
      'url.loopback',
      'mail.from-sample',
      'mail.local',
    ])
    const curl = 'curl --fail https://app.example.com/auth/session'
    expect(await shell.run(curl, folder, { variables, replaced })).toMatch(/^null$/m)
    await server.stop()
    await mailbox.close()
  })

  test('a secret is written to .env once, and replaced in steps', async () => {
    const folder = shell.makeFolder('secret')
    await shell.run('npx @authwright/cli secret --write', folder)
    const written = valueOf(readFileSync(join(folder, '.env'), 'utf8'))
    expect(Buffer.from(written, 'base64')).toHaveLength(33)
    const steps = await shell.run('npx @authwright/cli secret --rotate', folder)
    expect(steps.match(/AUTH_SECRET_1=/g)).toHaveLength(2)
    const signing = 'npx @authwright/cli secret --signing es256 --name OP_PRIVATE_KEY --write'
    expect(await shell.run(signing, folder)).toContain('"kty":"EC"')
    expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(/^OP_PRIVATE_KEY=/m)
    const made = (await shell.run('openssl rand -base64 33', folder)).trim()
    expect(Buffer.from(made, 'base64')).toHaveLength(33)
    expect(made).toHaveLength(written.length)
  })

  test('the commands set up an application, with and without their installation', async () => {
    const folder = makeApplication('init', { dependencies: { hono: '*' } })
    expect(await shell.run('npx authwright init', folder, { typed: 'y\n' })).toContain('HonoAuth')
    expect(readFileSync(join(folder, '.env'), 'utf8')).toContain('AUTH_SECRET=')
    const variables = { AUTH_GITHUB_ID: 'Iv1.8a61f9b3a7aba766', AUTH_GITHUB_SECRET: 'b7c1f0e2d94a4f6c8e3d5a1709f2c6b8' }
    for (const command of ['npx authwright doctor', 'npx @authwright/cli doctor'])
      expect(await shell.run(command, folder, { variables })).toContain('0 warnings, 0 failures')
    const other = shell.makeFolder('init-without')
    writeJson(join(other, 'package.json'), { type: 'module', dependencies: { express: '*' } })
    expect(await shell.run('npx @authwright/cli init', other, { typed: 'y\n' })).toContain('ExpressAuth')
  })

  test('a database of each kind gets its tables, and is cleaned up', async () => {
    const folder = makeApplication('databases')
    expect(await shell.run('npx @authwright/cli migrate app.db', folder)).toContain('applied: initial schema')
    const libsql = await startLibsqlServer('the-token')
    onEnd(() => libsql.close())
    const migrateLibsql = 'LIBSQL_AUTH_TOKEN=… npx @authwright/cli migrate libsql://app.turso.io'
    const replaced = { '…': 'the-token', 'libsql://app.turso.io': libsql.url }
    expect(await shell.run(migrateLibsql, folder, { replaced })).toContain('applied: initial schema')
    const postgres = await startPostgres()
    onEnd(() => postgres.close())
    const pg = { replaced: { 'postgres://app@db.example.com/app': await postgres.createDatabase() } }
    const migratePostgres = 'npx @authwright/cli migrate postgres://app@db.example.com/app'
    expect(await shell.run(migratePostgres, folder, pg)).toContain('applied: initial schema')
    const cleanup = 'npx @authwright/cli cleanup postgres://app@db.example.com/app'
    expect(await shell.run(cleanup, folder, pg)).toContain('deleted 0')
    const mariaDb = await startMariaDb()
    onEnd(() => mariaDb.close())
    const mysql = { replaced: { 'mysql://app@db.example.com/app': await mariaDb.createDatabase() } }
    const status = 'npx @authwright/cli migrate mysql://app@db.example.com/app --status'
    expect(await shell.run(status, folder, { ...mysql, accepted: [1] })).toContain('missing: initial schema')
    await shell.prepare(status.replace(' --status', ''), folder, mysql)
    expect(await shell.run(status, folder, mysql)).toContain('up to date')
  })

  test('an application of Auth.js moves with three commands', async () => {
    const folder = shell.makeFolder('move')
    cpSync(join(import.meta.dirname, '../applications/orders'), folder, { recursive: true })
    const move = 'npx @authwright/cli migrate-from authjs'
    // This application has places to change by hand.
    const options = { typed: 'y\n', accepted: [1] }
    expect(await shell.run(move, folder, options)).toMatch(/4 files changed, 3 places to change by hand/)
    await shell.run('npm install', folder)
    const variables = { AUTH_SECRET: valueOf(await shell.prepare('npx @authwright/cli secret', folder)) }
    expect(await shell.run('npx @authwright/cli doctor', folder, { variables })).toContain('0 failures')
  })

  test('the services for development run with and without an application', async () => {
    const folder = makeServer('development')
    writeFileSync(join(folder, '.env'), await shell.prepare('npx authwright secret', folder))
    const dev = shell.start('npx authwright dev -- npm run dev', folder)
    const [, mailbox = ''] = await dev.prints(/mailbox +(http\S+)/)
    const [, origin = ''] = await dev.prints(/listening at (http\S+)/)
    const browser = openBrowser()
    await browser.get(`${origin}/auth/signin`)
    await browser.submit({ email: 'ada@example.org' }, { redirect: 'follow' })
    expect(await (await fetch(mailbox)).text()).toContain('ada@example.org')
    await dev.stop()
    const emulator = shell.start('npx @authwright/cli dev emulator', folder)
    const [, emulated = ''] = await emulator.prints(/emulator +(http\S+)/)
    expect((await fetch(emulated)).status).toBe(200)
    await emulator.stop()
    const services = shell.start('npx @authwright/cli dev identity-provider mailbox', folder)
    const [, issuer = ''] = await services.prints(/identity-provider +(http\S+)/)
    await services.prints(/mailbox +(http\S+)/)
    expect((await fetch(new URL('/.well-known/openid-configuration', issuer))).status).toBe(200)
    await services.stop()
  })

  test('providers prints what the guide shows', async () => {
    const folder = makeApplication('providers')
    writeFileSync(
      join(folder, 'auth.ts'),
      `import GitHub from '@authwright/core/providers/github'
       import Google from '@authwright/core/providers/google'
       export const config = { providers: [GitHub, Google] }`,
    )
    const variables = { AUTH_URL: 'https://app.example.com' }
    const printed = await shell.run('npx @authwright/cli providers', folder, { variables })
    const guide = readFileSync(join(root, 'docs/guides/providers.md'), 'utf8').replaceAll(/^ {3}/gm, '')
    const [, shown = ''] = /```text\n(github .*?)```/s.exec(guide) ?? []
    expect(printed).toContain(shown.trim())
  })

  test.each([
    ['core', '', 'node --env-file=.env server.ts', /^302 \/auth\/signin/],
    ['node', 'express/', 'node --env-file=.env server.ts', SIGNED_OUT],
    ['node', 'nestjs/', 'npx tsc && node --env-file=.env dist/server.js', SIGNED_OUT],
  ] as const)('the server of the start page %s starts: %s %s', async (name, example, command, expected) => {
    const folder = makeApplication(`start-${name}-${basename(example)}`)
    const port = await writeStartPage(name, example, folder)
    await checkServer(command, folder, port, expected)
  })

  const bunServer = { name: 'Bun', command: bun, args: [] }
  const denoServer = { name: 'Deno', command: deno, args: [] }
  test.for([
    ['bun server.ts', bunServer, 'bun/'],
    ['deno serve --allow-env --allow-net --env-file server.ts', denoServer, 'bun/'],
    ['deno run --allow-env --allow-net --env-file server.ts', denoServer, 'h3/'],
  ] as const)('%s', async ([command, machine, example], { skip }) => {
    const reason = whyNot(machine)
    if (reason !== undefined) {
      skipped.add(command)
      skip(reason)
    }
    const folder = makeApplication(command)
    const port = await writeStartPage('web', example, folder)
    const variables = {
      PATH: `${dirname(machine.command ?? '')}:${process.env['PATH']}`,
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    }
    await checkServer(command, folder, port, SIGNED_OUT, variables)
  })

  test('npm writes the pictures of e-mails that the site shows', async () => {
    const clone = join(shell.folder, 'clone')
    await shell.run('npm run mails docs/screenshots documented', clone)
    expect(readdirSync(join(clone, 'docs/screenshots'))).toContain('mail-sign-in-code-light.png')
  })

  test('npx playwright install chromium downloads the browser', async () => {
    const folder = shell.makeFolder('playwright')
    const bin = shell.makeFolder('playwright/node_modules/.bin')
    // The command of `playwright` is that of `playwright-core`.
    symlinkSync(join(root, 'node_modules/playwright-core/cli.js'), join(bin, 'playwright'))
    const host = await startDownloads()
    const variables = { PLAYWRIGHT_DOWNLOAD_HOST: host, PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers') }
    await shell.run('npx playwright install chromium', folder, { variables })
    expect(readdirSync(join(folder, 'browsers'))).toContainEqual(expect.stringMatching(/^chromium-\d+$/))
  })
})

test('every command of the pages ran, or a row of elsewhere.ts says which test stands for it', () => {
  const isElsewhere = (command: string) => elsewhere.some(({ commands }) => commands.test(command))
  const isMissing = (command: string) =>
    ![shell.ran, skipped].some((each) => each.has(command)) && !isElsewhere(command)
  const missing = pageCommands.filter(({ command }) => isMissing(command))
  expect(missing, 'run it in commands.servers.ts, or name the test that stands for it in elsewhere.ts').toEqual([])
})
