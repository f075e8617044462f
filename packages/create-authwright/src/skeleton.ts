import { readFileSync } from 'node:fs'

/** The packages of one release have one version. */
const own: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const released = `^${(own as { readonly version: string }).version}`

/** The name that npm accepts for a folder. */
const packageName = (folder: string): string =>
  folder
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'app'

const manifest = (folder: string): object => ({
  name: packageName(folder),
  version: '0.0.1',
  private: true,
  type: 'module',
  scripts: {
    dev: 'authwright dev -- vite dev --port 3000',
    build: 'vite build',
    start: 'node --env-file=.env build',
    check: 'svelte-kit sync && svelte-check',
  },
  dependencies: { '@authwright/emulator': released, '@authwright/sveltekit': released },
  devDependencies: {
    '@authwright/cli': released,
    '@sveltejs/adapter-node': '^6.0.0',
    '@sveltejs/kit': '^3.0.0',
    '@sveltejs/vite-plugin-svelte': '^7.0.0',
    svelte: '^5.20.0',
    'svelte-check': '^4.0.0',
    typescript: '^6.0.0',
    vite: '^8.0.0',
  },
})

const VITE_CONFIG = `import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// The address of the built application: SvelteKit accepts forms from there only. Change it for your server.
const paths = { origin: 'http://localhost:3000' }

export default defineConfig({ plugins: [sveltekit({ adapter: adapter(), paths })] })
`

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>My app</title>
    %sveltekit.head%
  </head>
  <body>
    <div style="display: contents">%sveltekit.body%</div>
  </body>
</html>
`

/** The files of an application without authentication, which `authwright init` adds. */
export const skeletonOf = (folder: string): Readonly<Record<string, string>> => ({
  'package.json': `${JSON.stringify(manifest(folder), null, 2)}\n`,
  'vite.config.ts': VITE_CONFIG,
  'tsconfig.json': '{ "extends": "$app/tsconfig", "compilerOptions": { "strict": true } }\n',
  'src/app.html': HTML,
  '.gitignore': 'node_modules/\n.svelte-kit/\nbuild/\n.env\n*.db*\n',
})
