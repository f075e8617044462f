// Written by scripts/templates.ts from the start pages of the frameworks.

/** The files of each framework by their paths. */
export const templates: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sveltekit: {
    'src/auth.ts':
      "import { SvelteKitAuth } from '@authwright/sveltekit'\nimport GitHub from '@authwright/sveltekit/providers/github'\n\nexport const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })\n",
    'src/hooks.server.ts': "export { handle } from './auth'\nexport { handleError } from '@authwright/sveltekit'\n",
    'src/routes/+layout.server.ts': 'export const load = async ({ locals }) => ({ session: await locals.auth() })\n',
    'src/routes/signin/+page.server.ts':
      "import { signIn } from '../../auth'\n\nexport const actions = { default: signIn }\n",
    'src/routes/signout/+page.server.ts':
      "import { signOut } from '../../auth'\n\nexport const actions = { default: signOut }\n",
    'src/routes/+page.svelte':
      '<script lang="ts">\n  import { SignIn, SignOut } from \'@authwright/sveltekit/components\'\n\n  let { data } = $props()\n</script>\n\n{#if data.session?.user}\n  <p>Signed in as {data.session.user.name ?? data.session.user.email}</p>\n  <SignOut />\n{:else}\n  <SignIn provider="github" />\n{/if}\n',
    'src/env.ts':
      "import { defineEnvVars } from '@sveltejs/kit/env'\n\n// Without a schema SvelteKit demands a value, also while it builds.\nconst optional = { schema: (value: string | undefined) => value }\n\nexport const variables = defineEnvVars({\n  AUTH_SECRET: optional,\n  AUTH_GITHUB_ID: optional,\n  AUTH_GITHUB_SECRET: optional,\n})\n",
  },
  next: {
    'auth.ts':
      "import NextAuth from '@authwright/next'\nimport Credentials from '@authwright/next/providers/credentials'\n\nexport const { handlers, auth, requireUser, signIn, signOut, proxy } = NextAuth({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n})\n",
    'app/api/auth/[...nextauth]/route.ts':
      "import { handlers } from '../../../../auth'\n\nexport const { GET, POST } = handlers\n",
    'proxy.ts':
      "export { proxy } from './auth'\n\nexport const config = { matcher: ['/((?!_next/|favicon.ico).*)'] }\n",
    'app/page.tsx':
      "import Link from 'next/link'\nimport { auth, signIn, signOut } from '../auth'\n\n// For Cache Components: the page waits for the session. Leave it out if next.config.ts does not have `cacheComponents: true`.\nexport const instant = false\n\nconst enter = async () => {\n  'use server'\n  await signIn()\n}\n\nconst leave = async () => {\n  'use server'\n  await signOut({ redirectTo: '/' })\n}\n\nexport default async function Home() {\n  const session = await auth()\n  return (\n    <main>\n      <p>{session ? `Signed in as ${session.user?.name}` : 'Signed out'}</p>\n      <Link href=\"/account\">Account</Link>\n      <form action={session ? leave : enter}>\n        <button>{session ? 'Sign out' : 'Sign in'}</button>\n      </form>\n    </main>\n  )\n}\n",
    'app/account/page.tsx':
      "import { requireUser } from '../../auth'\n\n// For Cache Components: the page waits for the session. Leave it out if next.config.ts does not have `cacheComponents: true`.\nexport const instant = false\n\nexport default async function Account() {\n  const { user } = await requireUser()\n  return <h1>Account of {user.name}</h1>\n}\n",
  },
  nuxt: {
    'nuxt.config.ts':
      "import { defineNuxtConfig } from 'nuxt/config'\n\nexport default defineNuxtConfig({\n  compatibilityDate: '2026-11-01',\n  modules: ['@authwright/nuxt'],\n})\n",
    'server/auth.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport { defineAuth } from '@authwright/nuxt/server'\n\nexport default defineAuth({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n})\n",
    'app/app.vue': '<template>\n  <main><NuxtPage /></main>\n</template>\n',
    'app/pages/index.vue':
      '<script setup lang="ts">\nconst { data: session } = useAuth()\n</script>\n\n<template>\n  <form v-if="session?.user" method="post" action="/auth/signout">\n    <p>\n      Signed in as {{ session.user.name }}.\n      <button>Sign out</button>\n    </p>\n  </form>\n  <p v-else><a href="/auth/signin?callbackUrl=/">Sign in</a></p>\n  <NuxtLink to="/account">Your account</NuxtLink>\n</template>\n',
    'app/pages/account.vue':
      '<script setup lang="ts">\ndefinePageMeta({ auth: true })\n\nconst { data: session } = useAuth()\nconst { data: notes } = await useFetch(\'/api/notes\')\n</script>\n\n<template>\n  <h1>Only for {{ session?.user?.name }}</h1>\n  <p v-for="note in notes" :key="note">{{ note }}</p>\n  <NuxtLink to="/">Home</NuxtLink>\n</template>\n',
    'server/api/notes.get.ts':
      "import { requireUser } from '@authwright/nuxt/server'\n\nexport default defineEventHandler(async (event) => {\n  const { user } = await requireUser(event)\n  return [`A note of ${user.name}`]\n})\n",
  },
  astro: {
    'astro.config.mjs':
      "import node from '@astrojs/node'\nimport authwright from '@authwright/astro'\nimport { defineConfig } from 'astro/config'\n\nexport default defineConfig({\n  output: 'server',\n  adapter: node({ mode: 'standalone' }),\n  integrations: [authwright()],\n})\n",
    'auth.config.ts':
      "import { defineConfig } from '@authwright/astro'\nimport Credentials from '@authwright/core/providers/credentials'\n\nexport default defineConfig({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n})\n",
    'src/pages/index.astro':
      '---\nimport { SignIn, SignOut } from \'@authwright/astro/components\'\n\nconst session = await Astro.locals.auth()\n---\n\n<html lang="en">\n  <head><title>Authwright with Astro</title></head>\n  <body>\n    {\n      session ? (\n        <p>\n          Signed in as {session.user?.name}. <a href="/account">Your account</a>\n        </p>\n        <SignOut />\n      ) : (\n        <SignIn redirectTo="/account" />\n      )\n    }\n  </body>\n</html>\n',
    'src/pages/account.astro':
      '---\nconst { user } = await Astro.locals.requireUser()\n---\n\n<html lang="en">\n  <head><title>Your account</title></head>\n  <body>\n    <h1>Only for {user.name}</h1>\n    <a href="/">Home</a>\n  </body>\n</html>\n',
  },
  'react-router': {
    'app/auth.server.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport { ReactRouterAuth } from '@authwright/react-router'\n\nexport const { middleware, loader, action, auth, requireUser, signIn, signOut } = ReactRouterAuth({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n})\n",
    'app/root.tsx':
      "import { Outlet, Scripts } from 'react-router'\nimport { middleware as authentication } from './auth.server'\n\nexport const middleware = [authentication]\n\nconst Root = () => (\n  <html lang=\"en\">\n    <body>\n      <Outlet />\n      <Scripts />\n    </body>\n  </html>\n)\n\nexport default Root\n",
    'app/routes.ts':
      "import { index, route, type RouteConfig } from '@react-router/dev/routes'\n\nexport default [\n  index('routes/home.tsx'),\n  route('account', 'routes/account.tsx'),\n  route('auth/*', 'routes/auth.ts'),\n] satisfies RouteConfig\n",
    'app/routes/auth.ts': "export { loader, action } from '../auth.server'\n",
    'app/routes/home.tsx':
      'import { Link } from \'react-router\'\nimport { auth } from \'../auth.server\'\nimport type { Route } from \'./+types/home\'\n\nexport const loader = async (args: Route.LoaderArgs) => ({ session: await auth(args) })\n\nconst Home = ({ loaderData: { session } }: Route.ComponentProps) => (\n  <>\n    <p>{session === null ? \'Signed out\' : `Signed in as ${session.user?.name}`}</p>\n    {session === null ? (\n      <a href="/auth/signin?callbackUrl=/">Sign in</a>\n    ) : (\n      <form method="post" action="/auth/signout">\n        <button>Sign out</button>\n      </form>\n    )}\n    <p>\n      <Link to="/account">Account</Link>\n    </p>\n  </>\n)\n\nexport default Home\n',
    'app/routes/account.tsx':
      "import { requireUser } from '../auth.server'\nimport type { Route } from './+types/account'\n\nexport const loader = async (args: Route.LoaderArgs) => {\n  const { user } = await requireUser(args)\n  return { name: user.name }\n}\n\nconst Account = ({ loaderData }: Route.ComponentProps) => <h1>Account of {loaderData.name}</h1>\n\nexport default Account\n",
  },
  'tanstack-start': {
    'src/auth.server.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport { TanStackAuth } from '@authwright/tanstack-start'\n\nexport const { middleware, auth, requireUser, signIn, signOut } = TanStackAuth({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n})\n",
    'src/start.ts':
      "import { createCsrfMiddleware, createMiddleware, createStart } from '@tanstack/react-start'\nimport { middleware } from './auth.server'\n\nconst csrf = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === 'serverFn' })\nconst authentication = createMiddleware().server((step) => middleware(step))\n\nexport const startInstance = createStart(() => ({ requestMiddleware: [csrf, authentication] }))\n",
    'src/routes/index.tsx':
      "import { createFileRoute, Link } from '@tanstack/react-router'\nimport { createServerFn } from '@tanstack/react-start'\nimport { auth } from '../auth.server'\n\nconst getName = createServerFn().handler(async () => (await auth())?.user?.name ?? null)\n\nconst Home = () => {\n  const name = Route.useLoaderData()\n  return (\n    <>\n      <p>{name === null ? 'Signed out' : `Signed in as ${name}`}</p>\n      {name === null ? (\n        <a href=\"/auth/signin?callbackUrl=/\">Sign in</a>\n      ) : (\n        <form method=\"post\" action=\"/auth/signout\">\n          <button>Sign out</button>\n        </form>\n      )}\n      <p>\n        <Link to=\"/account\">Account</Link>\n      </p>\n    </>\n  )\n}\n\nexport const Route = createFileRoute('/')({ loader: () => getName(), component: Home })\n",
    'src/routes/account.tsx':
      "import { createFileRoute } from '@tanstack/react-router'\nimport { createServerFn } from '@tanstack/react-start'\nimport { requireUser } from '../auth.server'\n\nconst getAccount = createServerFn().handler(async () => {\n  const { user } = await requireUser()\n  return { name: user.name }\n})\n\nconst Account = () => <h1>Account of {Route.useLoaderData().name}</h1>\n\nexport const Route = createFileRoute('/account')({ loader: () => getAccount(), component: Account })\n",
  },
  'solid-start': {
    'src/auth.ts':
      "import 'server-only'\nimport { SolidStartAuth } from '@authwright/solid-start'\nimport Credentials from '@authwright/solid-start/providers/credentials'\n\nexport const { middleware, auth, requireUser, signIn, signOut } = SolidStartAuth({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n})\n",
    'src/middleware.ts':
      "import { createMiddleware } from '@solidjs/start/middleware'\nimport { middleware } from './auth'\n\nexport default createMiddleware([middleware])\n",
    'vite.config.ts':
      "import { solidStart } from '@solidjs/start/config'\nimport { nitro } from 'nitro/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [solidStart({ middleware: './src/middleware.ts' }), nitro()] })\n",
    'src/routes/index.tsx':
      "import { A, createAsync, query } from '@solidjs/router'\nimport { Show } from 'solid-js'\nimport { auth } from '../auth'\n\nconst getName = query(async () => {\n  'use server'\n  return (await auth())?.user?.name ?? null\n}, 'name')\n\nconst SignIn = () => (\n  <p>\n    Signed out.{' '}\n    <a href=\"/api/auth/signin?callbackUrl=/\" rel=\"external\">\n      Sign in\n    </a>\n  </p>\n)\n\nexport default function Home() {\n  const name = createAsync(() => getName(), { deferStream: true })\n  return (\n    <>\n      <Show when={name()} fallback={<SignIn />}>\n        <p>Signed in as {name()}</p>\n        <form method=\"post\" action=\"/api/auth/signout\">\n          <button>Sign out</button>\n        </form>\n      </Show>\n      <A href=\"/account\">Account</A>\n    </>\n  )\n}\n",
    'src/routes/account.tsx':
      "import { createAsync, query } from '@solidjs/router'\nimport { requireUser } from '../auth'\n\nconst getAccount = query(async () => {\n  'use server'\n  const { user } = await requireUser({ callbackUrl: '/account' })\n  return { name: user.name }\n}, 'account')\n\nexport default function Account() {\n  const account = createAsync(() => getAccount(), { deferStream: true })\n  return <h1>Account of {account()?.name}</h1>\n}\n",
  },
  qwik: {
    'src/routes/plugin@auth.ts':
      "import { routeAuth$ } from '@authwright/qwik'\nimport Credentials from '@authwright/qwik/providers/credentials'\n\nexport const { onRequest, useSession, useSignIn, useSignOut, auth, requireUser, signIn, signOut } = routeAuth$(() => ({\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n}))\n",
    'src/routes/index.tsx':
      "import { component$ } from '@builder.io/qwik'\nimport { Form, Link } from '@builder.io/qwik-city'\nimport { useSession, useSignIn, useSignOut } from './plugin@auth'\n\nexport default component$(() => {\n  const session = useSession()\n  const signIn = useSignIn()\n  const signOut = useSignOut()\n  return (\n    <>\n      <p>{session.value === null ? 'Signed out' : `Signed in as ${session.value.user?.name}`}</p>\n      {session.value === null ? (\n        <Form action={signIn}>\n          <button>Sign in</button>\n        </Form>\n      ) : (\n        <Form action={signOut}>\n          <button>Sign out</button>\n        </Form>\n      )}\n      <Link href=\"/account\" prefetch=\"js\">\n        Account\n      </Link>\n    </>\n  )\n})\n",
    'src/routes/account/index.tsx':
      "import { component$ } from '@builder.io/qwik'\nimport { routeLoader$ } from '@builder.io/qwik-city'\nimport { requireUser } from '../plugin@auth'\n\nexport const useAccount = routeLoader$(async (event) => {\n  const { user } = await requireUser(event)\n  return { name: user.name }\n})\n\nexport default component$(() => {\n  const account = useAccount()\n  return <h1>Account of {account.value.name}</h1>\n})\n",
  },
  express: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { ExpressAuth } from '@authwright/node/express'\nimport express from 'express'\nimport { authConfig } from './auth.config.ts'\n\nconst auth = ExpressAuth(authConfig)\n\nconst app = express()\napp.use(auth)\napp.get('/', async (request, response) => {\n  const session = await request.auth()\n  response.json({ user: session?.user ?? null })\n})\napp.get('/account', auth.protect(), (_request, response) => {\n  response.send('Only for signed-in users')\n})\n\nconst port = process.env.PORT ?? 3000\napp.listen(port, (error) => {\n  if (error) throw error\n  console.log(`http://localhost:${port}`)\n})\n",
  },
  fastify: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { FastifyAuth } from '@authwright/node/fastify'\nimport Fastify from 'fastify'\nimport { authConfig } from './auth.config.ts'\n\nconst auth = FastifyAuth(authConfig)\n\nconst app = Fastify()\nawait app.register(auth.plugin)\napp.get('/', async (request) => {\n  const session = await request.auth()\n  return { user: session?.user ?? null }\n})\napp.get('/account', { preHandler: auth.protect() }, () => 'Only for signed-in users')\n\nconst port = Number(process.env.PORT ?? 3000)\nawait app.listen({ port })\nconsole.log(`http://localhost:${port}`)\n",
  },
  koa: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { KoaAuth } from '@authwright/node/koa'\nimport Koa from 'koa'\nimport { authConfig } from './auth.config.ts'\n\nconst auth = KoaAuth(authConfig)\n\nconst app = new Koa()\napp.use(auth)\napp.use(async (context) => {\n  if (context.path === '/account') {\n    if (await auth.requireUser(context)) context.body = 'Only for signed-in users'\n    return\n  }\n  const session = await auth.auth(context)\n  context.body = { user: session?.user ?? null }\n})\n\nconst port = Number(process.env.PORT ?? 3000)\napp.listen(port, () => console.log(`http://localhost:${port}`))\n",
  },
  nestjs: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { AuthGuard, AuthModule, CurrentSession, type Session } from '@authwright/node/nestjs'\nimport { Controller, Get, Module, UseGuards } from '@nestjs/common'\nimport { NestFactory } from '@nestjs/core'\nimport { authConfig } from './auth.config.ts'\n\n@Controller()\nclass AppController {\n  @Get()\n  home(@CurrentSession() session: Session | null) {\n    return { user: session?.user ?? null }\n  }\n\n  @Get('account')\n  @UseGuards(AuthGuard)\n  account() {\n    return 'Only for signed-in users'\n  }\n}\n\n@Module({ imports: [AuthModule.forRoot(authConfig)], controllers: [AppController] })\nclass AppModule {}\n\nconst app = await NestFactory.create(AppModule)\nconst port = process.env.PORT ?? 3000\nawait app.listen(port)\nconsole.log(`http://localhost:${port}`)\n",
  },
  node: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { createServer } from 'node:http'\nimport { NodeAuth } from '@authwright/node'\nimport { authConfig } from './auth.config.ts'\n\nconst auth = NodeAuth(authConfig)\n\nconst server = createServer((request, response) => {\n  void auth(request, response, async () => {\n    if (request.url?.split('?')[0] === '/account') {\n      const session = await auth.requireUser(request, response)\n      if (session) response.end('Only for signed-in users')\n      return\n    }\n    const session = await auth.auth(request, response)\n    response.setHeader('content-type', 'application/json')\n    response.end(JSON.stringify({ user: session?.user ?? null }))\n  })\n})\n\nconst port = process.env.PORT ?? 3000\nserver.listen(port, () => console.log(`http://localhost:${port}`))\n",
  },
  hono: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { HonoAuth } from '@authwright/web/hono'\nimport { Hono } from 'hono'\nimport { authConfig } from './auth.config.ts'\n\nconst auth = HonoAuth(authConfig)\n\nconst app = new Hono()\napp.use(auth)\napp.get('/', async (c) => {\n  const session = await c.var.auth()\n  return c.json({ user: session?.user ?? null })\n})\napp.get('/account', auth.protect(), (c) => c.text('Only for signed-in users'))\n\nexport default app\n",
  },
  elysia: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { ElysiaAuth } from '@authwright/web/elysia'\nimport { Elysia } from 'elysia'\nimport { authConfig } from './auth.config.ts'\n\nconst app = new Elysia()\n  .use(ElysiaAuth(authConfig))\n  .get('/', async ({ auth }) => {\n    const session = await auth()\n    return { user: session?.user ?? null }\n  })\n  .get('/account', () => 'Only for signed-in users', { signedIn: true })\n\napp.listen(process.env.PORT ?? 3000, ({ url }) => console.log(url.href))\n",
  },
  h3: {
    'auth.config.ts':
      "import Credentials from '@authwright/core/providers/credentials'\nimport type { AuthConfig } from '@authwright/core'\n\nexport const authConfig = {\n  providers: [\n    Credentials({\n      credentials: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },\n      // Check the password of the user in your database instead.\n      authorize: ({ name, password }) => (name === 'Ada' && password === 'analytical' ? { id: '1', name } : null),\n    }),\n  ],\n} satisfies AuthConfig\n",
    'server.ts':
      "import { H3Auth } from '@authwright/web/h3'\nimport { H3, serve } from 'h3'\nimport { authConfig } from './auth.config.ts'\n\nconst auth = H3Auth(authConfig)\n\nconst app = new H3()\napp.use(auth)\napp.get('/', async (event) => {\n  const session = await auth.auth(event)\n  return { user: session?.user ?? null }\n})\napp.get('/account', () => 'Only for signed-in users', { middleware: [auth.protect()] })\n\nserve(app)\n",
  },
}
