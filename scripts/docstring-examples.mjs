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
  '@authwright/adapter-sql/sqlite': `import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'`,
  '@authwright/astro': `import authwright from '@authwright/astro'`,
  '@authwright/astro/server': `import type { AstroContext } from '@authwright/astro/server'
declare const Astro: AstroContext`,
  '@authwright/cli/run': `declare const terminal: Parameters<typeof run>[1]`,
  '@authwright/client/react': `import { useContext } from 'react'
declare const auth: () => Promise<import('@authwright/client').Session | null>
declare const children: import('react').ReactNode`,
  '@authwright/client/solid': `/** @jsxImportSource solid-js */
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
declare const [secret, newSecret, oldSecret, sealedToken]: readonly [string, string, string, string]
declare const send: (to: string, message: import('@authwright/core').MailMessage) => Promise<void>
declare const sealInVault: (text: string, purpose: string) => Promise<string>
declare const openOldToken: (token: string | undefined, purpose: string) => Promise<import('@authwright/core').JWT | null>`,
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
  '@authwright/next/v4': `declare const authOptions: import('@authwright/next/v4').NextAuthOptions
declare const request: Request`,
  '@authwright/node': `import { createServer } from 'node:http'`,
  '@authwright/node/engine': `import { createServer, type IncomingMessage } from 'node:http'
declare const config: import('@authwright/core').AuthConfig`,
  '@authwright/node/express': `import express from 'express'
declare const config: import('@authwright/node/express').ExpressAuthConfig
const app = express()`,
  '@authwright/node/fastify': `import Fastify from 'fastify'
const app = Fastify()`,
  '@authwright/node/koa': `import Koa from 'koa'
const app = new Koa()`,
  '@authwright/node/nestjs': `import { applyDecorators, Controller, Get, Header, UseGuards } from '@nestjs/common'
declare class ConfigModule {}
declare class ConfigService {
  getOrThrow(name: string): string
}`,
  '@authwright/nuxt/server': `import { defineEventHandler, sendRedirect } from 'h3'`,
  '@authwright/qwik': `import type { QRL } from '@builder.io/qwik'
import type { RequestEvent } from '@builder.io/qwik-city'
declare const $: <Value>(value: Value) => QRL<Value>
declare const routeAction$: (action: (fields: Record<string, string>, event: RequestEvent) => unknown) => unknown
declare const signIn: (event: RequestEvent, provider: string, options: object) => Promise<string>`,
  '@authwright/qwik/client': `declare const useSession: () => { readonly value: import('@authwright/client').Session | null }`,
  '@authwright/testing': `import { test } from 'vitest'
declare const config: import('@authwright/core').AuthConfig
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
declare const listenerOf: (config: object) => RequestListener
declare const start: import('@authwright/testing/frameworks').Subject['start']`,
  '@authwright/testing/local-server': `import { createServer } from 'node:http'
declare const sendText: (response: import('node:http').ServerResponse, status: number, text: string) => void`,
  '@authwright/solid-start': `declare const request: Request`,
  '@authwright/web/elysia': `import { Elysia } from 'elysia'`,
  '@authwright/web/h3': `import { H3 } from 'h3'`,
  '@authwright/web/hono': `import { Hono } from 'hono'
const app = new Hono<{ Bindings: { AUTH_SECRET: string } }>()`,
}
