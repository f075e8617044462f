import type { IncomingMessage, Server } from 'node:http'
import { AuthGuard, AuthModule, AuthService, Public } from '@authwright/node/nestjs'
import {
  applicationRoutes,
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  SECURITY_HEADERS,
  type Application,
  type ApplicationOptions,
  type ApplicationRoute,
  type Reply,
  type RouteTools,
} from '@authwright/testing/frameworks'
import {
  Catch,
  Controller,
  Get,
  HttpException,
  Inject,
  Module,
  NotFoundException,
  Post,
  Req,
  Res,
  UseGuards,
  type ArgumentsHost,
  type DynamicModule,
} from '@nestjs/common'
import { BaseExceptionFilter, NestFactory } from '@nestjs/core'
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express'
import { FastifyAdapter } from '@nestjs/platform-fastify'
import type { Response } from 'express'
import type { FastifyReply } from 'fastify'
import { handleUpgrades, writeExpress, writeFastify } from './tools.ts'

type NestRequest = IncomingMessage & { readonly raw?: IncomingMessage }
type NestResponse = Response | FastifyReply

const write = (response: NestResponse, reply: Reply): unknown =>
  'raw' in response ? writeFastify(response, reply) : writeExpress(response, reply)

const toolsOf = (service: AuthService, request: NestRequest): RouteTools => ({
  query: new URLSearchParams(request.url?.split('?')[1]),
  auth: () => service.auth(request),
  signIn: (provider, options) => service.signIn(request, provider, options),
  signOut: () => service.signOut(request),
  update: (data) => service.update(request, data),
})

/** A controller with all routes. The decorators are applied as functions, because the routes are in a table. */
const makeController = () => {
  class Routes {
    readonly service: AuthService

    constructor(service: AuthService) {
      this.service = service
    }

    async run(route: ApplicationRoute, request: NestRequest, response: NestResponse): Promise<unknown> {
      return write(response, await route(toolsOf(this.service, request)))
    }
  }
  Inject(AuthService)(Routes, undefined, 0)
  Controller()(Routes)
  const add = (name: string, handler: Function, decorators: readonly MethodDecorator[]): void => {
    const descriptor = { value: handler, configurable: true, enumerable: false, writable: true }
    Object.defineProperty(Routes.prototype, name, descriptor)
    for (const decorate of decorators) decorate(Routes.prototype, name, descriptor)
    Req()(Routes.prototype, name, 0)
    Res()(Routes.prototype, name, 1)
  }
  // Each route has a function of its own, because the decorators keep their data at the function.
  const show = () => (_request: NestRequest, response: NestResponse) => write(response, protectedReply)
  add('page', show(), [Get('protected'), UseGuards(AuthGuard)])
  add('api', show(), [Get('api/protected'), Public(), UseGuards(AuthGuard.for(isAdmin))])
  for (const [key, route] of Object.entries(applicationRoutes)) {
    const [method = '', path = ''] = key.split(' ')
    const handler = function handler(this: Routes, request: NestRequest, response: NestResponse): Promise<unknown> {
      return this.run(route, request, response)
    }
    add(key, handler, [method === 'GET' ? Get(path) : Post(path)])
  }
  return Routes
}

/** The pages for missing addresses and errors. Refusals of the guard are left to Nest. */
const makeFilter = (service: () => AuthService) => {
  class Pages extends BaseExceptionFilter {
    override catch(error: unknown, host: ArgumentsHost): void {
      // GraphQL makes its own responses.
      if (host.getType() !== 'http') throw error
      const [request, response] = host.getArgs<[NestRequest, NestResponse]>()
      const show = async (): Promise<unknown> => {
        if (!(error instanceof NotFoundException)) return write(response, errorReply)
        return write(response, await missingReply(toolsOf(service(), request)))
      }
      if (error instanceof HttpException && !(error instanceof NotFoundException)) super.catch(error, host)
      else void show().catch(() => write(response, errorReply))
    }
  }
  Catch()(Pages)
  return Pages
}

const makeModule = (
  { config, configFor, staff }: Application,
  options: ApplicationOptions,
  imports: readonly DynamicModule[],
): DynamicModule => {
  class AppModule {}
  class StaffModule {}
  Module({ imports: [AuthModule.forRoot(staff, { isGlobal: false })] })(StaffModule)
  Module({})(AppModule)
  const auth = options.hasTenants
    ? AuthModule.forRootAsync({ useFactory: () => (request: IncomingMessage) => configFor(request.headers.host) })
    : AuthModule.forRoot(config)
  return {
    module: AppModule,
    imports: [auth, ...(options.hasStaff ? [StaffModule] : []), ...imports],
    controllers: [makeController()],
  }
}

/** The two servers of Nest. */
export type Platform = 'express' | 'fastify'

const adapterFor = (platform: Platform, options: ApplicationOptions): ExpressAdapter | FastifyAdapter =>
  platform === 'express'
    ? new ExpressAdapter()
    : new FastifyAdapter({
        trustProxy: options.trustsProxy === true,
        ...(options.isHttp2 ? { http2: true } : {}),
      } as object)

/** The server of the test application, which does not listen yet. */
export const openNest = async (
  platform: Platform,
  application: Application,
  options: ApplicationOptions,
  imports: readonly DynamicModule[] = [],
): Promise<Server> => {
  const adapter = adapterFor(platform, options)
  const silent = { logger: false, abortOnError: false } as const
  const app = await NestFactory.create<NestExpressApplication>(
    makeModule(application, options, imports),
    adapter as ExpressAdapter,
    silent,
  )
  if (options.trustsProxy && adapter instanceof ExpressAdapter) app.set('trust proxy', 1)
  if (options.setsSecurityHeaders)
    app.use((_request: IncomingMessage, response: Response, next: () => void) => {
      for (const [header, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(header, value)
      next()
    })
  if (options.mount !== undefined) app.setGlobalPrefix(options.mount)
  app.useGlobalFilters(new (makeFilter(() => app.get(AuthService)))(adapter))
  await app.init()
  if (adapter instanceof FastifyAdapter) await adapter.getInstance().ready()
  const server = app.getHttpServer() as Server
  return options.isHttp2 ? server : handleUpgrades(server, (request) => app.get(AuthService).auth(request))
}
