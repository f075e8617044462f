import { serveInProcess, type Subject } from '@authwright/testing/frameworks'
import { openNest, type Platform } from './nest-application.ts'

/** An application of Nest. On Fastify it also serves HTTP/2. */
export const nestSubject = (name: string, platform: Platform, start: Subject['start']): Subject => ({
  name,
  types: {
    module: '@authwright/node/nestjs',
    session: "Awaited<ReturnType<import('@authwright/node/nestjs').AuthService['auth']>>",
  },
  has: new Set([
    'types',
    'browser',
    'client',
    'session-store',
    'error-page',
    'host-header',
    'http/1.1',
    'mount',
    'proxy-setting',
    'request-timeout',
    'upgrade',
    ...(platform === 'fastify' ? (['http2'] as const) : []),
  ]),
  start,
})

const inProcess = (name: string, platform: Platform): Subject =>
  nestSubject(name, platform, (options) =>
    serveInProcess(options, (application) => openNest(platform, application, options)),
  )

export const nestExpress = inProcess('NestJS 12 on Express', 'express')

export const nestFastify = inProcess('NestJS 12 on Fastify', 'fastify')
