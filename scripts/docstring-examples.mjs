// What the examples of docstrings leave out, because a hover text is short: imports of other packages, and values that an
// application has. The names of Authwright and of its providers are imported without an entry here.

/** By entry point, or by entry point and export. @type {Readonly<Record<string, string>>} */
export const preambles = {
  '@authwright/adapter-redis': `import { createClient } from 'redis'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
declare const pool: import('pg').Pool`,
  '@authwright/adapter-sql': `import { Kysely } from 'kysely'
declare const database: import('better-sqlite3').Database
declare const adapter: import('@authwright/adapter-sql').SqlAdapter
declare const logger: { debug(message: string): void; error(details: object, message: string): void }`,
  '@authwright/adapter-sql/d1': `import { Kysely } from 'kysely'
declare const env: { DB: import('@authwright/adapter-sql/d1').D1Database }`,
  '@authwright/adapter-sql/libsql': `import { createClient } from '@libsql/client'
import { Kysely } from 'kysely'`,
  '@authwright/adapter-sql/mysql': `import { createPool } from 'mysql2/promise'
import { Kysely } from 'kysely'`,
  '@authwright/adapter-sql/postgres': `import { PGlite } from '@electric-sql/pglite'
import { Pool } from 'pg'
import postgres from 'postgres'
import { Kysely } from 'kysely'`,
  '@authwright/adapter-sql/schemas': `import { d1Adapter } from '@authwright/adapter-sql/d1'
import { postgresAdapter } from '@authwright/adapter-sql/postgres'
declare const env: { DB: import('@authwright/adapter-sql/d1').D1Database }
declare const pool: import('pg').Pool`,
  '@authwright/adapter-sql/sqlite': `import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'`,
  '@authwright/astro': `import authwright from '@authwright/astro'`,
  '@authwright/astro/server': `import type { AstroContext } from '@authwright/astro/server'
declare const Astro: AstroContext & { readonly locals: AuthLocals }
declare const staff: AstroAuthResult`,
  '@authwright/cli/run': `declare const terminal: Parameters<typeof run>[1]`,
  '@authwright/client': `declare const store: SessionStore`,
  '@authwright/client/react': `import { useContext } from 'react'
declare const auth: () => Promise<import('@authwright/client').Session | null>
declare const children: import('react').ReactNode`,
  '@authwright/client/solid': `/** @jsxImportSource solid-js */
import { useContext } from 'solid-js'
import type { Session } from '@authwright/client'
declare const session: Session | null
declare const Page: import('solid-js').Component`,
  '@authwright/client/svelte': `declare const data: { session: import('@authwright/client').Session | null }`,
  '@authwright/client/vue': `import { createSSRApp } from 'vue'
declare const Page: import('vue').Component
declare const data: { session: import('@authwright/client').Session | null }
declare const session: import('@authwright/client').Session | null`,
  '@authwright/core': `declare const mailer: { send(message: object): Promise<void> }
declare const checkPassword: (email: unknown, password: unknown) => Promise<import('@authwright/core').User | null>
declare const props: import('@authwright/core').SigninProps
declare const auth: import('@authwright/core').AuthInstance
declare const request: Request
declare const key: CryptoKey
interface Table<Row> {
  insert(row: Row): Promise<Row>
  find(where: Partial<Row>): Promise<Row | null>
  lock(where: Partial<Row>): Promise<Row | null>
  list(where: Partial<Row>): Promise<Row[]>
  query(condition: string, ...values: readonly unknown[]): Promise<Row[]>
  update(where: Partial<Row>, changes: Partial<Row>): Promise<Row>
  delete(where: Partial<Row>): Promise<Row | null>
}
interface Database {
  readonly users: Table<import('@authwright/core/adapters').AdapterUser>
  readonly accounts: Table<import('@authwright/core/adapters').AdapterAccount>
  readonly sessions: Table<import('@authwright/core/adapters').AdapterSession>
  readonly tokens: Table<import('@authwright/core/adapters').VerificationToken>
  readonly passkeys: Table<import('@authwright/core/adapters').AdapterAuthenticator>
  readonly counters: { increment(key: string, expires: Date): Promise<number> }
  transaction<Result>(work: (connection: Database) => Promise<Result>): Promise<Result>
}
declare const db: Database
declare const adapterOf: (connection: Database) => import('@authwright/core/adapters').Adapter
declare const [secret, newSecret, oldSecret, sealedToken]: readonly [string, string, string, string]
declare const send: (to: string, message: import('@authwright/core').MailMessage) => Promise<void>
declare const sealInVault: (text: string, purpose: string) => Promise<string>
declare const openOldToken: (token: string | undefined, purpose: string) => Promise<import('@authwright/core').JWT | null>`,
  '@authwright/core/providers/credentials': `declare const checkPassword: (email: unknown, password: unknown) => import('@authwright/core').User | null
declare const findUser: typeof checkPassword`,
  '@authwright/core/errors': `import { AuthError } from '@authwright/core/errors'`,
  '@authwright/core/compat': `declare const request: Request
declare const secret: string`,
  '@authwright/core/framework': `import { createServer } from 'node:http'
declare const config: import('@authwright/core').AuthConfig
declare const request: Request
declare const response: Response
const added: import('@authwright/core').Cookie[] = []
declare const session: import('@authwright/core').Session | null
declare const authFor: ReturnType<typeof import('@authwright/core/framework').makeAuthCache<unknown>>
declare const context: import('@authwright/core/framework').RequestContext
declare const auth: import('@authwright/core').AuthInstance
import { CredentialsSignin } from '@authwright/core/errors'`,
  '@authwright/core/jwt': `declare const request: Request
declare const secret: string
declare const [newSecret, oldSecret, token]: [string, string, string]
declare const openOldToken: (token: string | undefined, purpose: string) => Promise<import('@authwright/core').JWT | null>`,
  '@authwright/core/provider-tokens': `declare const row: import('@authwright/core/adapters').AdapterAccount
declare const provider: string
declare const providerAccountId: string
declare const access_token: string
declare const refresh_token: string
declare const [secret, newSecret, oldSecret]: [string, string, string]
declare const update: (account: object) => Promise<void>`,
  '@authwright/egress': `import type { Provider } from '@authwright/core'
import { customFetch } from '@authwright/core'
import { resolve4 } from 'node:dns/promises'
declare const tenantProvider: { issuer: string; clientId: string; clientSecret: string }`,
  '@authwright/next': `declare const auth: NextAuthResult['auth']
declare const requireUser: NextAuthResult['requireUser']
declare const signIn: NextAuthResult['signIn']
declare const signInPage: NextAuthResult['signInPage']
declare const signOut: NextAuthResult['signOut']
declare const update: NextAuthResult['update']
declare const unstable_update: NextAuthResult['unstable_update']`,
  '@authwright/next/v4': `declare const authOptions: import('@authwright/next/v4').NextAuthOptions
declare const request: Request`,
  '@authwright/node': `import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
declare const auth: NodeAuthResult
declare const request: IncomingMessage
declare const response: ServerResponse`,
  '@authwright/node/engine': `import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
declare const config: import('@authwright/core').AuthConfig
declare const engine: NodeEngine<IncomingMessage>
declare const request: IncomingMessage
declare const response: ServerResponse`,
  '@authwright/node/express': `import express from 'express'
declare const config: import('@authwright/node/express').ExpressAuthConfig
declare const auth: ExpressAuthResult
const app = express()`,
  '@authwright/node/fastify': `import Fastify from 'fastify'
declare const auth: FastifyAuthResult
const app = Fastify()`,
  '@authwright/node/koa': `import Koa from 'koa'
declare const auth: KoaAuthResult
const app = new Koa()`,
  '@authwright/node/nestjs': `import { applyDecorators, Controller, Get, Header, HttpException, UseGuards, type ExecutionContext } from '@nestjs/common'
declare const service: AuthService
declare const request: NestRequest
declare class ConfigModule {}
declare class ConfigService {
  getOrThrow(name: string): string
}`,
  '@authwright/nuxt/server': `import { defineEventHandler, sendRedirect } from 'h3'`,
  '@authwright/qwik': `import type { QRL } from '@builder.io/qwik'
import type { RequestEvent } from '@builder.io/qwik-city'
declare const server: ServerFunctions
declare const event: RequestEvent
declare const $: <Value>(value: Value) => QRL<Value>
declare const routeAction$: (action: (fields: Record<string, string>, event: RequestEvent) => unknown) => unknown
declare const signIn: (event: RequestEvent, provider: string, options: object) => Promise<string>`,
  '@authwright/qwik/client': `declare const useSession: () => { readonly value: import('@authwright/client').Session | null }`,
  '@authwright/testing': `import { test } from 'vitest'
declare const config: import('@authwright/core').AuthConfig
declare const browser: Browser
declare const emptyDatabase: () => Promise<{ dump: () => Promise<string>; close: () => Promise<void> }>
declare const myAdapter: (database: object) => import('@authwright/core/adapters').Adapter`,
  '@authwright/testing/frameworks': `import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { test } from 'vitest'
import { protectedReply } from '@authwright/testing/frameworks/application'
declare const subject: import('@authwright/testing/frameworks').Subject
declare const compileWith: (text: string) => Promise<string>
declare const tools: import('@authwright/testing/frameworks/application').RouteTools
declare const launch: typeof import('playwright-core').chromium.launch
declare const browser: import('playwright-core').Browser
declare const built: BuiltApplication
declare const running: RunningApplication
declare const development: DevelopmentServer
declare const listenerOf: (config: object) => RequestListener
declare const start: import('@authwright/testing/frameworks').Subject['start']`,
  '@authwright/testing/mailbox': `declare const mailbox: Mailbox`,
  '@authwright/testing/local-server': `import { createServer } from 'node:http'
declare const sendText: (response: import('node:http').ServerResponse, status: number, text: string) => void`,
  '@authwright/react-router': `declare const redirect: typeof Response.redirect
declare const auth: ReactRouterAuthResult`,
  '@authwright/solid-start': `declare const request: Request
declare const auth: SolidStartAuthResult`,
  '@authwright/sveltekit': `import type { RequestEvent } from '@sveltejs/kit'
declare const auth: SvelteKitAuthResult
declare const event: RequestEvent`,
  '@authwright/tanstack-start': `import { createMiddleware } from '@tanstack/react-start'
declare const auth: TanStackAuthResult`,
  '@authwright/web': `declare const auth: FetchAuthResult<unknown>
declare const request: Request`,
  '@authwright/web/elysia': `import { Elysia } from 'elysia'
const app = new Elysia().use(ElysiaAuth({ providers: [] }))`,
  '@authwright/web/h3': `import { H3 } from 'h3'
declare const auth: H3AuthResult
const app = new H3()`,
  '@authwright/web/hono': `import { Hono } from 'hono'
declare const auth: HonoAuthResult
const app = new Hono<{ Bindings: { AUTH_SECRET: string } }>()`,
}
