import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Session } from '@authwright/client'
import { transformAsync } from '@babel/core'
import { build, transform, type Plugin } from 'esbuild'
import { compile as compileSvelte } from 'svelte/compiler'
import { compileScript, parse as parseVue } from 'vue/compiler-sfc'

/** The frameworks that have a page here. */
export const frameworks = ['react', 'vue', 'solid', 'svelte'] as const
export type Framework = (typeof frameworks)[number]

/** Renders a page on the server. */
export type Rendering = (session: Session | null) => Promise<{ readonly head?: string; readonly body: string }>

type Target = 'client' | 'server'
type Compiler = (source: string, target: Target, path: string) => string | Promise<string>

const vue: Compiler = (source, target, path) => {
  const { descriptor } = parseVue(source, { filename: path })
  const templateOptions = { ssr: target === 'server', ssrCssVars: [] }
  return compileScript(descriptor, { id: parse(path).name, inlineTemplate: true, templateOptions }).content
}

const solid: Compiler = async (source, target, path) => {
  const generate = target === 'server' ? 'ssr' : 'dom'
  const { code } = await transform(source, { loader: 'tsx', jsx: 'preserve' })
  const presets = [['babel-preset-solid', { generate, hydratable: true }]]
  return (await transformAsync(code, { filename: path, presets, babelrc: false, configFile: false })).code
}

const svelte: Compiler = (source, target) => compileSvelte(source, { generate: target, dev: true }).js.code

const compilers = { '.vue': vue, '.svelte': svelte, '.tsx': solid }

const compiling = (target: Target): Plugin => ({
  name: 'components',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.(vue|svelte)$|\bsolid\.tsx$/ }, async ({ path }) => {
      const { ext } = parse(path)
      const contents = await compilers[ext as keyof typeof compilers](await readFile(path, 'utf8'), target, path)
      return { contents, loader: 'ts' }
    }),
})

const bundle = async (outdir: string, names: readonly string[], target: Target): Promise<void> => {
  // React for servers is in CommonJS.
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" }
  const forServer = { platform: 'node', outExtension: { '.js': '.mjs' }, banner } as const
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: names.map((name) => `./${name}.${target}.ts`),
    outdir,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['authwright-source', ...(target === 'client' ? ['browser', 'development'] : ['node'])],
    define: {
      // Frameworks warn about hydration in development only.
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [compiling(target)],
    logLevel: 'error',
    ...(target === 'server' ? forServer : {}),
  })
}

/** Bundles the pages of all frameworks for the browser and for a server. */
export const buildPages = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-hooks-'))
  await Promise.all([bundle(folder, frameworks, 'client'), bundle(folder, frameworks, 'server')])
  return {
    script: (name: Framework) => readFile(join(folder, `${name}.client.js`), 'utf8'),
    render: async (name: Framework): Promise<Rendering> => {
      const { render } = (await import(pathToFileURL(join(folder, `${name}.server.mjs`)).href)) as { render: Rendering }
      return render
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
