import { build } from 'esbuild'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src')

/** The files that an entry point loads statically. The bundler puts dynamic imports into other chunks. */
const loadedBy = async (entryPointFile: string): Promise<readonly string[]> => {
  const { metafile } = await build({
    entryPoints: [join(source, entryPointFile)],
    absWorkingDir: source,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    write: false,
    metafile: true,
    outdir: 'out',
    logLevel: 'silent',
  })
  const { outputs } = metafile
  const loaded = new Set<string>()
  const load = (name: string): void => {
    const output = outputs[name]
    if (output === undefined || loaded.has(name)) return
    loaded.add(name)
    for (const { path, kind } of output.imports) if (kind === 'import-statement') load(path)
  }
  for (const [name, { entryPoint }] of Object.entries(outputs)) if (entryPoint === entryPointFile) load(name)
  return [...loaded].flatMap((name) => Object.keys(outputs[name]?.inputs ?? {}))
}

test(
  'a session check loads no pages, icons or messages, and nothing of the account page',
  { timeout: 30_000 },
  async () => {
    const files = await loadedBy('index.ts')
    expect(files).toContain('sessions/jwt-strategy.ts')
    expect(files).toContain('i18n/offered-messages.ts')
    const unexpected = files.filter((file) => /^pages\/|^account\/|^i18n\/(?!offered-messages)/.test(file))
    expect(unexpected).toEqual([])
  },
)

test('a session check loads no OAuth flow', { timeout: 30_000 }, async () => {
  const files = await loadedBy('index.ts')
  expect(files.filter((file) => file.startsWith('protocols/oauth/'))).toEqual(['protocols/oauth/provider-entry.ts'])
})

test('a sign-in loads nothing that writes to a database', { timeout: 30_000 }, async () => {
  const files = await loadedBy('sign-in/complete.ts')
  expect(files).toContain('sign-in/issue-session.ts')
  const WRITES = /^accounts\/(?!decide-account|find-users)|^account\/|persist|database-strategy|call-adapter/
  expect(files.filter((file) => WRITES.test(file))).toEqual([])
})
