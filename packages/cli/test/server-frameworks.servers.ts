import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { installedModules, run, serve } from '@authwright/test-kit/installed-application'
import { expect, onTestFinished, test } from 'vitest'

const main = join(import.meta.dirname, '../src/main.ts')
const packages = join(import.meta.dirname, '../..')
const examples = join(packages, '../examples')

/** An application with these dependencies and files, and the `tsconfig.json` of an example. */
const makeApplication = (example: string, dependencies: readonly string[], files: Readonly<Record<string, string>>) => {
  const outer = mkdtempSync(join(tmpdir(), 'authwright-cli-'))
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }))
  const folder = join(outer, 'application')
  const manifest = { type: 'module', dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])) }
  const tsconfig = readFileSync(join(examples, example, 'tsconfig.json'), 'utf8').replace('"*.ts"', '"**/*.ts"')
  const all = { 'package.json': JSON.stringify(manifest), 'tsconfig.json': tsconfig, ...files }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(installedModules, join(outer, 'node_modules'))
  // Another framework of this repository needs h3 1, so npm has put h3 2 there.
  symlinkSync(join(packages, 'web/node_modules'), join(folder, 'node_modules'))
  const init = () =>
    promisify(execFile)(process.execPath, ['--conditions=authwright-source', main, 'init', '--cwd', folder, '--yes'])
  const compile = () => run('tsc', ['-p', '.'], folder)
  return { folder, init, compile }
}

/** What the server says to a visitor: its start page, the page that is only for users, and the sign-in page. */
const visit = async (folder: string, program: string) => {
  const client = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'secret' }
  const site = await serve(folder, client, () => ['--env-file=.env', program])
  onTestFinished(() => site.stop())
  const get = async (path: string) => {
    const response = await fetch(site.origin + path, { redirect: 'manual', headers: { 'sec-fetch-mode': 'navigate' } })
    return [response.status, await response.text()] as const
  }
  return { home: await get('/'), account: (await get('/account'))[0], signIn: (await get('/auth/signin'))[1] }
}

const SERVED = {
  home: [200, '{"user":null}'],
  account: expect.toSatisfy((status: number) => status === 401 || (status >= 300 && status < 400)) as number,
  signIn: expect.stringContaining('GitHub') as string,
}

test.each([
  ['koa', 'server.ts'],
  ['nestjs', 'dist/server.js'],
  ['h3', 'server.ts'],
])(
  'the files that init writes for %s compile, and serve the sign-in page and a guarded route',
  async (name, program) => {
    const { folder, init, compile } = makeApplication(name, [name === 'nestjs' ? '@nestjs/core' : name], {})
    await init()
    await compile()
    expect(await visit(folder, program)).toEqual(SERVED)
  },
)

test('the files that init writes for Elysia compile', async () => {
  const { init, compile } = makeApplication('elysia', ['elysia'], {})
  await init()
  expect(await compile()).toBe('')
})

/** As `nest new` makes one. */
const nestApplication = {
  'src/main.ts': `import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.js'

const app = await NestFactory.create(AppModule)
await app.listen(process.env.PORT ?? 3000)
console.log(process.env.PORT)
`,
  'src/app.module.ts': `import { Controller, Get, Module } from '@nestjs/common'

@Controller()
class AppController {
  @Get()
  home() {
    return { user: null }
  }
}

@Module({
  imports: [],
  controllers: [AppController],
})
export class AppModule {}
`,
}

test('the lines that init shows for the root module of NestJS compile, and serve the sign-in page', async () => {
  const { folder, init, compile } = makeApplication('nestjs', ['@nestjs/core'], nestApplication)
  const { stderr } = await init()
  const shown = stderr.split('\n').flatMap((line) => (line.startsWith('+') ? [line.slice(1)] : []))
  const imports = shown.filter((line) => line.startsWith('import '))
  const member = shown.find((line) => line.includes('imports: ['))?.replace(', …', '')
  const text = nestApplication['src/app.module.ts'].replace('  imports: [],', member ?? '')
  writeFileSync(join(folder, 'src/app.module.ts'), `${imports.join('\n')}\n${text}`)
  await compile()
  const { home, signIn } = await visit(folder, 'dist/src/main.js')
  expect([home, signIn]).toEqual([SERVED.home, SERVED.signIn])
})
