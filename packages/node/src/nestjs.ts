import type { AccessCheck, RequestContext } from '@authwright/core/framework'
import type { Runtime, Session, SignInOptions } from '@authwright/core'
import {
  createParamDecorator,
  HttpException,
  Inject,
  Injectable,
  Module,
  SetMetadata,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type FactoryProvider,
  type ModuleMetadata,
  type Provider,
  type Type,
} from '@nestjs/common'
import { APP_GUARD, HttpAdapterHost, Reflector, type AbstractHttpAdapter } from '@nestjs/core'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { makeExpressMiddleware } from './express-middleware.ts'
import { makeFastifyHooks } from './fastify-hooks.ts'
import { findRequest, type NestRequest } from './nest-request.ts'
import { makeNodeEngine, type ConfigSource, type NodeAuthConfig, type NodeEngine } from './node-engine.ts'
import { refusalOf } from './node-response.ts'

export { AuthError, CredentialsSignin } from '@authwright/core/errors'
export type { Account, DefaultSession, Profile, Session, SigninProps, User } from '@authwright/core'
export type { JWT } from '@authwright/core/jwt'
export type { NestRequest } from './nest-request.ts'

/**
 * The config for NestJS.
 * @example const config: NestAuthConfig = { providers: [GitHub], session: { maxAge: 7 * 24 * 60 * 60 } }
 */
export interface NestAuthConfig extends NodeAuthConfig {}

/**
 * Options of `AuthModule`.
 * @example
 * const options: AuthModuleOptions = { guard: 'global' }
 * const imports = [AuthModule.forRoot({ providers: [GitHub] }, options)]
 */
export interface AuthModuleOptions {
  /**
   * `'global'` protects every route that is not marked with `Public` or `OptionalAuth`. @default no guard
   * @example guard: 'global'
   */
  readonly guard?: 'global'
  /**
   * Whether all modules can inject `AuthService`, and not only those that import this one. @default true
   * @example isGlobal: false
   */
  readonly isGlobal?: boolean
}

/**
 * Options of `AuthModule.forRootAsync`.
 * @example
 * const options: AuthModuleAsyncOptions = {
 *   inject: [ConfigService],
 *   useFactory: (config: ConfigService) => ({ providers: [GitHub], secret: config.getOrThrow('SESSION_SECRET') }),
 * }
 */
export interface AuthModuleAsyncOptions extends AuthModuleOptions {
  /**
   * The modules whose providers the factory needs.
   * @example imports: [ConfigModule]
   */
  readonly imports?: NonNullable<ModuleMetadata['imports']>
  /**
   * What `useFactory` gets.
   * @example inject: [ConfigService]
   */
  readonly inject?: NonNullable<FactoryProvider['inject']>
  /**
   * Returns the options, or a function that is called once per request and returns them.
   * @example
   * useFactory: (config: ConfigService) => ({ providers: [GitHub], secret: config.getOrThrow('SESSION_SECRET') })
   */
  readonly useFactory: FactoryProvider<ConfigSource<IncomingMessage>>['useFactory']
}

interface Settings {
  readonly source: ConfigSource<IncomingMessage>
  readonly runtime?: Runtime | undefined
}

const SETTINGS = Symbol('authwright')
const ACCESS = 'authwright:access'

/** Serve the routes of the library before any parser, guard or global prefix of the application. */
const mount = (adapter: AbstractHttpAdapter, { source, runtime }: Settings): NodeEngine<IncomingMessage> => {
  const type = adapter.getType()
  if (type === 'fastify') {
    const { engine, addTo } = makeFastifyHooks(source, runtime)
    addTo(adapter.getInstance<FastifyInstance>())
    return engine
  }
  // An application without a server, such as a script, gets no requests.
  if (type !== 'express') return makeNodeEngine(source, false, runtime)
  const { engine, middleware } = makeExpressMiddleware(source, runtime)
  adapter.use(middleware)
  return engine
}

/**
 * The session of a request, for the code of the application. Inject it.
 * @example const readName = async (auth: AuthService, request: NestRequest) => (await auth.auth(request))?.user?.name
 */
export class AuthService {
  readonly #engine: NodeEngine<IncomingMessage>

  static {
    Injectable()(this)
    Inject(SETTINGS)(this, undefined, 0)
    Inject(HttpAdapterHost)(this, undefined, 1)
  }

  constructor(settings: Settings, { httpAdapter }: HttpAdapterHost) {
    this.#engine = mount(httpAdapter, settings)
  }

  #contextFor(request: NestRequest): RequestContext {
    return this.#engine.contextFor('raw' in request ? request.raw : request)
  }

  /**
   * The session, or `null` when the user is signed out. Throws when it cannot be read. For an upgrade, nothing is renewed.
   * @example const session = await service.auth(request)
   */
  auth(request: NestRequest): Promise<Session | null> {
    return this.#contextFor(request).session()
  }

  /**
   * The session of a signed-in user who passes the check, or the refusal to respond with.
   * @example
   * const access = await service.checkAccess(request, ({ user }) => user.email === 'ada@example.com')
   * if ('refusal' in access) throw new HttpException(access.refusal.error, access.refusal.status)
   */
  checkAccess(request: NestRequest, check?: AccessCheck): ReturnType<RequestContext['checkAccess']> {
    return this.#contextFor(request).checkAccess(check)
  }

  /**
   * Start a sign-in. Returns the address to redirect to. Throws an `AuthError` if it fails.
   * @example const url = await service.signIn(request, 'github', { redirectTo: '/welcome' })
   */
  signIn(request: NestRequest, provider?: string, options?: SignInOptions): Promise<string> {
    return this.#contextFor(request).signIn(provider, options)
  }

  /**
   * End the session. Returns the address to redirect to.
   * @example const url = await service.signOut(request, { redirectTo: '/' })
   */
  signOut(request: NestRequest, options?: { readonly redirectTo?: string }): Promise<string> {
    return this.#contextFor(request).signOut(options)
  }

  /**
   * Pass data to the `jwt` and `session` callbacks with `trigger: 'update'`.
   * @example const session = await service.update(request, { name: 'Ada' })
   */
  update(request: NestRequest, data: unknown): Promise<Session | null> {
    return this.#contextFor(request).update(data)
  }
}

/**
 * Lets only signed-in users pass: `@UseGuards(AuthGuard)`, on routes and on resolvers of GraphQL. A signed-out user who opens a page is
 * redirected to the sign-in page, which leads back; other requests get an `HttpException` with status 401.
 * @example export const SignedInOnly = () => applyDecorators(UseGuards(AuthGuard), Header('cache-control', 'no-store'))
 */
export class AuthGuard implements CanActivate {
  /** The check that users must pass, besides being signed in. */
  protected readonly check: AccessCheck | undefined = undefined
  readonly #auth: AuthService
  readonly #reflector: Reflector
  readonly #host: HttpAdapterHost

  static {
    Injectable()(this)
    Inject(AuthService)(this, undefined, 0)
    Inject(Reflector)(this, undefined, 1)
    Inject(HttpAdapterHost)(this, undefined, 2)
  }

  constructor(auth: AuthService, reflector: Reflector, host: HttpAdapterHost) {
    this.#auth = auth
    this.#reflector = reflector
    this.#host = host
  }

  /**
   * A guard that lets only users pass who also pass the check; others get status 403. The marks `Public` and `OptionalAuth` do not
   * weaken it.
   *
   * @example export const AdaOnly = () => UseGuards(AuthGuard.for(({ user }) => user.email === 'ada@example.com'))
   */
  static for(check: AccessCheck): Type<CanActivate> {
    return class extends AuthGuard {
      protected override readonly check = check
    }
  }

  /** The request of a route or of a resolver. Override it to guard handlers of other transports, such as subscriptions of GraphQL. */
  protected getRequest(context: ExecutionContext): NestRequest {
    const request = findRequest(context)
    if (request === undefined) throw new Error(`AuthGuard.getRequest must be overridden for ${context.getType()}`)
    return request
  }

  /**
   * Whether the request may pass. NestJS calls it.
   * @example
   * class LoggingGuard extends AuthGuard {
   *   override async canActivate(context: ExecutionContext) {
   *     const mayPass = await super.canActivate(context)
   *     console.log(mayPass)
   *     return mayPass
   *   }
   * }
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()]
    const mark = this.check === undefined ? this.#reflector.getAllAndOverride<unknown>(ACCESS, targets) : undefined
    if (mark === 'public') return true
    const request = this.getRequest(context)
    if (mark === 'optional') {
      await this.#auth.auth(request)
      return true
    }
    const access = await this.#auth.checkAccess(request, this.check)
    if ('session' in access) return true
    const { status, error } = access.refusal
    // Other transports have no pages: a redirect would be no error for their clients.
    if (context.getType() !== 'http') throw new HttpException(error, error === 'AccessDenied' ? 403 : 401)
    const response: unknown = context.switchToHttp().getResponse()
    for (const [name, value] of refusalOf(access.refusal).headers)
      this.#host.httpAdapter.setHeader(response, name, value)
    throw new HttpException({ error }, status)
  }
}

/**
 * `@Public()` marks a controller or handler that the guard leaves open.
 *
 * @example export const PublicController = (path: string) => applyDecorators(Public(), Controller(path))
 */
export const Public = () => SetMetadata(ACCESS, 'public')

/**
 * `@OptionalAuth()` marks a controller or handler that is open, but for which the guard reads the session: it fails while that is
 * impossible.
 *
 * @example export const HomePage = () => applyDecorators(OptionalAuth(), Get('/'))
 */
export const OptionalAuth = () => SetMetadata(ACCESS, 'optional')

/**
 * A parameter of a route or of a resolver: the session, or `null`. With several configs use `AuthService`, which belongs to one of them.
 *
 * @example
 * class AccountController {
 *   show(@CurrentSession() session: Session | null) {
 *     return session?.user
 *   }
 * }
 */
export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Promise<Session | null> => {
    const request = findRequest(context)
    if (request?.auth === undefined) throw new Error(`CurrentSession finds no request for ${context.getType()}`)
    return request.auth()
  },
)

/**
 * Authentication for a NestJS application on Express or Fastify, for the `imports` of its root module. It serves the routes below the
 * base path, whatever the global prefix.
 *
 * @experimental its interface may change
 *
 * @example const imports = [AuthModule.forRoot({ providers: [GitHub] }, { guard: 'global' })]
 */
export class AuthModule {
  static {
    Module({})(this)
  }

  /**
   * Makes the module with a config.
   *
   * @param source the options, or a function that is called once per request and returns them
   * @param runtime the clock, randomness, network and log; tests pass their own
   * @example const imports = [AuthModule.forRoot({ providers: [GitHub] }, { guard: 'global' })]
   */
  static forRoot(
    source: ConfigSource<IncomingMessage>,
    options: AuthModuleOptions = {},
    runtime?: Runtime,
  ): DynamicModule {
    return AuthModule.#define({ provide: SETTINGS, useValue: { source, runtime } satisfies Settings }, options)
  }

  /**
   * As `forRoot`, with options that other providers of the application help to make.
   * @example
   * const makeConfig = (secrets: ConfigService) => ({ providers: [GitHub], secret: secrets.getOrThrow('AUTH_SECRET') })
   * const imports = [AuthModule.forRootAsync({ imports: [ConfigModule], inject: [ConfigService], useFactory: makeConfig })]
   */
  static forRootAsync({ inject = [], useFactory, ...options }: AuthModuleAsyncOptions): DynamicModule {
    const make = async (...injected: readonly unknown[]): Promise<Settings> => ({
      source: await useFactory(...injected),
    })
    return AuthModule.#define({ provide: SETTINGS, inject, useFactory: make }, options)
  }

  static #define(
    settings: Provider,
    { guard, isGlobal = true, imports = [] }: AuthModuleOptions & Pick<AuthModuleAsyncOptions, 'imports'>,
  ): DynamicModule {
    const guards: Provider[] = guard === 'global' ? [{ provide: APP_GUARD, useClass: AuthGuard }] : []
    return {
      module: AuthModule,
      global: isGlobal,
      imports,
      providers: [settings, AuthService, ...guards],
      exports: [AuthService],
    }
  }
}
