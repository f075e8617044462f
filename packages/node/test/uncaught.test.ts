import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { NodeAuth } from '@authwright/node'
import { ExpressAuth } from '@authwright/node/express'
import { FastifyAuth } from '@authwright/node/fastify'
import { KoaAuth } from '@authwright/node/koa'
import { AuthGuard, AuthModule } from '@authwright/node/nestjs'
import { memoryAdapter } from '@authwright/testing'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import express5 from 'express'
import makeFastify from 'fastify'
import Koa from 'koa'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

const { default: express4 } = (await import('express4' as string)) as { readonly default: typeof express5 }

afterEach(() => vi.unstubAllEnvs())

const logged: string[] = []
const config = {
  adapter: { ...memoryAdapter(), getSessionAndUser: () => Promise.reject(new Error('secret of the database')) },
  providers: [],
  secret: 'a secret of the tests, thirty-two characters and more',
  trustHost: true,
  logger: { error: ({ name }: Error) => void logged.push(name), warn: () => undefined, debug: () => undefined },
}

const throwing = () => Promise.reject(new Error('no tenant'))
type Source = typeof config | typeof throwing

/** An application as its guide shows it: it reads the session at `/read`, and has a guard at `/guarded`. No error is caught. */
const serveExpress = (express: typeof express5, source: Source = config): Server => {
  const auth = ExpressAuth(source)
  const app = express().set('env', process.env['NODE_ENV'] === 'development' ? 'development' : 'production')
  // Express 4 does not catch a rejection.
  app.use(auth).get('/read', (request, _response, next) => void request.auth().then(() => next(), next))
  app.get('/guarded', auth.protect(), (_request, response) => void response.end())
  return createServer(app)
}

const serveKoa = (source: Source = config): Server => {
  const auth = KoaAuth(source)
  const app = new Koa()
  app.silent = true
  app.use(auth).use(async (context) => {
    if (context.path === '/read') await auth.auth(context)
    else await auth.protect()(context, () => Promise.resolve())
  })
  return createServer((request, response) => void app.callback()(request, response))
}

const serveFastify = async (source: Source = config): Promise<Server> => {
  const auth = FastifyAuth(source)
  const app = makeFastify()
  await app.register(auth.plugin)
  app.get('/read', (request) => request.auth())
  app.get('/guarded', { preHandler: auth.protect() }, () => '')
  await app.ready()
  return app.server as Server
}

const serveNode = (source: Source = config): Server => {
  const auth = NodeAuth(source)
  return createServer(
    (request, response) =>
      void auth(request, response, async () => {
        if (request.url === '/read') await auth.auth(request, response)
        else await auth.requireUser(request, response)
      }),
  )
}

/** What a browser shows that opens `/read`. */
const openPage = async (server: Server, host: string): Promise<string> => {
  server.listen(0)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const headers = { accept: 'text/html', host, cookie: 'authwright.session-token=anything' }
  // `fetch` cannot ask for a page: it sends `Sec-Fetch-Mode: cors`.
  const opened = send({ port: (server.address() as AddressInfo).port, path: '/read', headers }).end()
  const [response] = (await once(opened, 'response')) as [IncomingMessage]
  return (await text(response)).replaceAll('<br>', '\n').replaceAll('\\n', '\n')
}

@Controller()
@UseGuards(AuthGuard)
class Guarded {
  @Get('guarded')
  guarded(): string {
    return ''
  }

  @Get('read')
  read(): string {
    return ''
  }
}

@Module({ imports: [AuthModule.forRoot(config)], controllers: [Guarded] })
class App {}

const serveNest = async (adapter?: FastifyAdapter): Promise<Server> => {
  const app = await (adapter === undefined
    ? NestFactory.create(App, { logger: false })
    : NestFactory.create(App, adapter, { logger: false }))
  await app.init()
  await adapter?.getInstance().ready()
  return app.getHttpServer() as Server
}

const servers: readonly (readonly [string, () => Server | Promise<Server>])[] = [
  ['node:http', serveNode],
  ['Express 5', () => serveExpress(express5)],
  ['Express 4', () => serveExpress(express4)],
  ['Koa', serveKoa],
  ['Fastify', serveFastify],
  ['NestJS on Express', () => serveNest()],
  ['NestJS on Fastify', () => serveNest(new FastifyAdapter())],
]

test.each(servers)(
  '%s responds with 503 while the database is down, and the engine logs the error',
  async (_name, make) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const server = (await make()).listen(0)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    for (const path of ['/read', '/guarded']) {
      logged.length = 0
      const url = `http://localhost:${(server.address() as AddressInfo).port}${path}`
      const response = await fetch(url, { headers: { cookie: 'authwright.session-token=anything' } })
      expect([path, response.status, logged]).toEqual([path, 503, ['SessionTokenError']])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).not.toContain('secret of the database')
    }
  },
)

test.each([
  ['node:http', serveNode],
  ['Express 5', (source: Source) => serveExpress(express5, source)],
  ['Express 4', (source: Source) => serveExpress(express4, source)],
  ['Koa', serveKoa],
  ['Fastify', serveFastify],
] as const)('%s shows the developer what the log says, and no other browser', async (_name, make) => {
  vi.spyOn(console, 'error').mockReturnValue()
  const read = async (source: Source, host = 'localhost:3000') => openPage(await make(source), host)
  vi.stubEnv('NODE_ENV', 'development')
  expect(await read(config)).toMatch(
    /could not be read\n\[cause\] .*\[cause\] Error: secret of the database\n\[fix\] /s,
  )
  expect(await read(throwing)).toMatch(
    /config failed\n\[cause\] Error: no tenant\n\[fix\] .*errors\/invalidconfig\.md/s,
  )
  expect(await read(config, '192.168.1.5:3000')).not.toContain('secret of the database')
  vi.stubEnv('NODE_ENV', 'production')
  expect(await read(config)).not.toContain('secret of the database')
  expect(await read(throwing)).not.toContain('no tenant')
})

test('the page of node:http links to the documentation of the error', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubEnv('NODE_ENV', 'development')
  expect(await openPage(serveNode(config), 'localhost:3000')).toMatch(
    /^<!doctype html>.*<a href="https:\/\/\S+\/errors\/sessiontokenerror\.md">/s,
  )
})

test('NestJS shows the developer what the log says', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect(await openPage(await serveNest(), 'localhost:3000')).toContain('[cause] Error: secret of the database')
  vi.stubEnv('NODE_ENV', 'production')
  expect(await openPage(await serveNest(), 'localhost:3000')).not.toContain('secret of the database')
})
