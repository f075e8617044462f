import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Session } from '@authwright/client'
import { SessionProvider, useSession as useSolidSession } from '@authwright/client/solid'
import { createSession as createSvelteSession } from '@authwright/client/svelte'
import { createSession as createVueSession, useSession as useVueSession } from '@authwright/client/vue'
import { build } from 'esbuild'
import { createComponent } from 'solid-js'
import { renderToString as renderSolid } from 'solid-js/web'
import { fromStore } from 'svelte/store'
import { expect, expectTypeOf, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString as renderVue } from 'vue/server-renderer'

const session = { user: { name: 'Ann' }, expires: '2030-01-01T00:00:00.000Z' }

type Given = Session | null | undefined

const VueUser = {
  setup: () => {
    const { data, status } = useVueSession()
    return () => h('p', `${status.value} ${data.value?.user?.name ?? '-'}`)
  },
}

const SolidUser = () => {
  const { data, status } = useSolidSession()
  return `${status()} ${data()?.user?.name ?? '-'}`
}

const servers = {
  Vue: async (given: Given) =>
    (await renderVue(createSSRApp(VueUser).use(createVueSession({ session: given })))).replace(/<.*?>/g, ''),
  Solid: async (given: Given) =>
    renderSolid(() =>
      createComponent(SessionProvider, {
        session: given,
        get children() {
          return createComponent(SolidUser, {})
        },
      }),
    ),
  Svelte: async (given: Given) => {
    const { current } = fromStore(createSvelteSession({ session: given }))
    return `${current.status} ${current.data?.user?.name ?? '-'}`
  },
}

test.each(Object.entries(servers))('with %s a server renders the session that it was given', async (_name, render) => {
  expect(await render(session)).toBe('authenticated Ann')
  expect(await render(null)).toBe('unauthenticated -')
  expect(await render(undefined)).toBe('loading -')
})

test('a server renders the session of a request in no other request', async () => {
  expect(await servers.Vue(session)).toContain('Ann')
  expect(await renderVue(createSSRApp(VueUser))).toBe('<p>loading -</p>')
  expect(await servers.Solid(session)).toContain('Ann')
  expect(renderSolid(() => createComponent(SolidUser, {}))).toBe('loading -')
})

test('the session has the type that the caller names', () => {
  type Own = Session & { readonly role: string }
  expectTypeOf<ReturnType<typeof useVueSession<Own>>['data']['value']>().toEqualTypeOf<Own | null>()
  expectTypeOf<ReturnType<ReturnType<typeof useSolidSession<Own>>['data']>>().toEqualTypeOf<Own | null>()
  expectTypeOf<Awaited<ReturnType<ReturnType<typeof createSvelteSession<Own>>['update']>>>().toEqualTypeOf<Own | null>()
})

/** The bytes of a module and the session store, compressed, without the framework and the functions of the client. */
const sizeOf = async (name: string): Promise<number> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, `../src/${name}.ts`)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    conditions: ['authwright-source'],
    external: ['react', 'vue', 'solid-js', './index.ts'],
    logLevel: 'error',
  })
  return gzipSync(Buffer.concat(outputFiles.map(({ contents }) => contents)), { level: 9 }).length
}

test.each(['react', 'vue', 'solid', 'svelte'])('the hooks for %s have at most 2 KB', async (name) => {
  expect(await sizeOf(name)).toBeLessThanOrEqual(2048)
})
