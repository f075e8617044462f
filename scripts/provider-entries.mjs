// Writes the provider entries of a framework package into its dist: `@authwright/sveltekit/providers/github` exports core's
// entry again, so that an application depends on one package. The build script of the framework package runs this.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const catalog = fileURLToPath(new URL('../packages/core/src/providers', import.meta.url))

const from = (name) => `'@authwright/core/providers/${name}'`

/** The names of core's provider entries. */
export const providerNames = () =>
  readdirSync(catalog)
    .filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && file !== 'index.ts')
    .map((file) => file.slice(0, -'.ts'.length))

/**
 * Writes one module and one declaration file per provider.
 * @param {string} folder the `providers` folder of a dist
 */
export const writeProviderEntries = (folder) => {
  mkdirSync(folder, { recursive: true })
  const write = (name, text) => writeFileSync(join(folder, name), text)
  for (const name of providerNames()) {
    const text = `export * from ${from(name)}\nexport { default } from ${from(name)}\n`
    write(`${name}.js`, text)
    write(`${name}.d.ts`, text)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeProviderEntries(join(process.cwd(), 'dist/providers'))
