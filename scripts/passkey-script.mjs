// Bundles the script of the built-in passkey pages into core: `npm run passkey-script`. A test fails when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = join(root, 'packages/client/src/page-script/main.ts')
const target = join(root, 'packages/core/src/pages/passkey-script.ts')

/** The minified script. Pages embed it, so it must not contain text that ends a script element. */
export const bundle = async () => {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'error',
  })
  const text = outputFiles[0]?.text.trim()
  if (text === undefined || /<\/script|<!--/i.test(text))
    throw new Error('esbuild returned no script, or one that would end its own element')
  return text
}

const BEGIN = 'export const passkeyScript: string ='

/** The content of the file that holds the script. Everything above the script stays as it is. */
export const render = async () => {
  const head = readFileSync(target, 'utf8').split(BEGIN)[0]
  return `${head}${BEGIN}\n  // oxfmt-ignore\n  ${JSON.stringify(await bundle()).replaceAll("'", '\\u0027')}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(target, await render())
