import { createServer } from 'node:http'
import { ExpressAuth } from '@authwright/node/express'
import {
  applicationRoutes,
  errorReply,
  isAdmin,
  missingReply,
  protectedReply,
  SECURITY_HEADERS,
  serveInProcess,
  type ApplicationRoute,
  type Subject,
} from '@authwright/testing/frameworks'
import express5, { type Express, type NextFunction, type Request, type Response } from 'express'
import { handleUpgrades, toolsOf, writeExpress as write } from './tools.ts'

const subject = (name: string, express: typeof express5): Subject => ({
  name,
  types: { module: '@authwright/node/express', session: "Awaited<ReturnType<import('express').Request['auth']>>" },
  has: new Set([
    'types',
    'body-parser',
    'browser',
    'client',
    'error-page',
    'host-header',
    'http/1.1',
    'mount',
    'proxy-setting',
    'request-timeout',
    'session-store',
    'upgrade',
  ]),
  start: (options) =>
    serveInProcess(options, ({ config, configFor, staff }) => {
      const auth = ExpressAuth(options.hasTenants ? (request) => configFor(request.headers.host) : config)
      const app: Express = express()
      if (options.trustsProxy) app.set('trust proxy', 1)
      if (options.setsSecurityHeaders)
        app.use((_request, response, next) => {
          response.set(SECURITY_HEADERS)
          next()
        })
      if (options.parsesBodies) app.use(express.json(), express.urlencoded({ extended: true }))
      const router = express.Router()
      if (options.hasStaff) router.use(ExpressAuth(staff))
      router.use(auth)
      /** Express 4 does not catch a rejection. */
      const run = (route: ApplicationRoute) => (request: Request, response: Response, next: NextFunction) => {
        const tools = { ...toolsOf(auth, request, response, request.originalUrl), auth: () => request.auth() }
        route(tools)
          .then((reply) => write(response, reply))
          .catch(next)
      }
      const show = (_request: Request, response: Response) => write(response, protectedReply)
      router.get('/protected', auth.protect(), show)
      router.get('/api/protected', auth.protect(isAdmin), show)
      for (const [key, route] of Object.entries(applicationRoutes)) {
        const [method, path = ''] = key.split(' ')
        if (method === 'GET') router.get(path, run(route))
        else router.post(path, run(route))
      }
      router.use(run(missingReply))
      app.use(options.mount ?? '/', router)
      app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) =>
        response.headersSent ? response.destroy() : write(response, errorReply),
      )
      return handleUpgrades(createServer(app), (request) => auth.auth(request as Request))
    }),
})

export const express = subject('Express 5', express5)
const { default: express4Module } = (await import('express4' as string)) as { readonly default: typeof express5 }
export const express4 = subject('Express 4', express4Module)
