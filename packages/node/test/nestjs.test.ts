import type { AddressInfo } from 'node:net'
import { AuthGuard, AuthModule, AuthService, OptionalAuth, Public, type NestRequest } from '@authwright/node/nestjs'
import type { AccessCheck } from '@authwright/node'
import { openBrowser, memoryAdapter } from '@authwright/testing'
import { Controller, Get, Inject, Module, Post, Query, Redirect, Req, UseGuards, type Type } from '@nestjs/common'
import { NestFactory, Reflector } from '@nestjs/core'
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js'
import { ExpressAdapter } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import { expect, onTestFinished, test } from 'vitest'

const silent = { error: () => undefined, warn: () => undefined }
const authorize = ({ name }: Partial<Record<string, unknown>>) => ({ id: String(name), name: String(name) })
const config = {
  providers: [{ id: 'password', name: 'Password', type: 'credentials' as const, credentials: {}, authorize }],
  secret: 'a secret of the tests, thirty-two characters and more',
  trustHost: true,
  logger: silent,
}

const isAda: AccessCheck = ({ user }) => user.name === 'Ada'

@Controller()
class Routes {
  readonly auth: AuthService

  constructor(@Inject(AuthService) auth: AuthService) {
    this.auth = auth
  }

  @Get('guarded')
  guarded() {
    return 'members'
  }

  @Get('public')
  @Public()
  open() {
    return 'all'
  }

  @Get('optional')
  @OptionalAuth()
  async optional(@Req() request: NestRequest) {
    return (await this.auth.auth(request))?.user?.name ?? 'Signed out'
  }

  @Get('unread')
  @OptionalAuth()
  unread() {
    return 'all'
  }

  // A mark that weakens the guard of another class or package must not weaken this one.
  @Get('ada')
  @Public()
  @UseGuards(AuthGuard.for(isAda))
  ada() {
    return 'only Ada'
  }

  @Post('login')
  @Public()
  @Redirect()
  async login(@Req() request: NestRequest, @Query('name') name: string) {
    return { url: await this.auth.signIn(request, 'password', { fields: { name }, redirectTo: '/optional' }) }
  }
}

const start = async (auth: ReturnType<typeof AuthModule.forRoot>, adapter: ExpressAdapter | FastifyAdapter) => {
  @Module({ imports: [auth], controllers: [Routes] })
  class App {}
  const app = await NestFactory.create(App as Type, adapter as ExpressAdapter, { logger: false, abortOnError: false })
  await app.listen(0, '127.0.0.1')
  onTestFinished(() => app.close())
  const { port } = app.getHttpServer().address() as AddressInfo
  return openBrowser({ origin: `http://127.0.0.1:${port}` })
}

const adapters = [
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
] as const

test.each(adapters)(
  'a global guard leaves only marked routes open, and a check cannot be marked open (%s)',
  async (_name, make) => {
    const browser = await start(AuthModule.forRoot(config, { guard: 'global' }), make())
    const script = { headers: { 'sec-fetch-mode': 'cors' } }
    const read = async (path: string) => {
      const { status, body } = await browser.get(path, script)
      return [status, body]
    }
    expect(await read('/guarded')).toEqual([401, '{"error":"SessionRequired"}'])
    expect(await read('/ada')).toEqual([401, '{"error":"SessionRequired"}'])
    expect(await read('/public')).toEqual([200, 'all'])
    expect(await read('/optional')).toEqual([200, 'Signed out'])
    expect((await browser.post('/login?name=Grace', {})).location?.pathname).toBe('/optional')
    expect(await read('/optional')).toEqual([200, 'Grace'])
    expect(await read('/guarded')).toEqual([200, 'members'])
    expect(await read('/ada')).toEqual([403, '{"error":"AccessDenied"}'])
    await browser.post('/login?name=Ada', {})
    expect(await read('/ada')).toEqual([200, 'only Ada'])
  },
)

test('a route with OptionalAuth fails while the session cannot be read, and a public one does not', async () => {
  const adapter = { ...memoryAdapter(), getSessionAndUser: () => Promise.reject(new Error('down')) }
  const browser = await start(
    AuthModule.forRoot({ ...config, providers: [], adapter }, { guard: 'global' }),
    new ExpressAdapter(),
  )
  const headers = { cookie: 'authwright.session-token=anything' }
  const statuses = await Promise.all(
    ['/public', '/unread', '/guarded'].map(async (path) => (await browser.get(path, { headers })).status),
  )
  expect(statuses).toEqual([200, 503, 503])
})

test('forRootAsync takes the options from a provider of the application', async () => {
  @Module({ providers: [{ provide: 'secret', useValue: config.secret }], exports: ['secret'] })
  class Settings {}
  const auth = AuthModule.forRootAsync({
    imports: [Settings],
    inject: ['secret'],
    useFactory: (secret: string) => ({ ...config, secret, basePath: '/api/auth' }),
  })
  const browser = await start(auth, new ExpressAdapter())
  await browser.post('/api/auth/callback/password', { name: 'Ada' })
  expect((await browser.get('/optional')).body).toBe('Ada')
})

const contextOf = (type: string, args: unknown[]) => {
  const context = new ExecutionContextHost(args, Routes, Routes.prototype.guarded)
  context.setType(type)
  return context
}

const guard = new AuthGuard({} as AuthService, new Reflector(), {} as never)

test('the guard refuses handlers of other transports until it knows their request', async () => {
  const refused = guard.canActivate(contextOf('rpc', [{}, {}]))
  await expect(refused).rejects.toThrow('AuthGuard.getRequest must be overridden for rpc')
})

test.each([
  ['the arguments of the client', [{ req: {} }, { req: {} }, {}, { req: {} }]],
  ['the reference of another service', [{ req: {} }, {}, { req: {} }]],
  ['a context without a request, as of a subscription', [{}, {}, undefined, {}]],
])('the guard of a resolver takes no request from %s', async (_name, args) => {
  const refused = guard.canActivate(contextOf('graphql', args))
  await expect(refused).rejects.toThrow('AuthGuard.getRequest must be overridden for graphql')
})
