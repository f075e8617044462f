import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { providerNames, writeProviderEntries } from '../../../scripts/provider-entries.mjs'

const core = join(import.meta.dirname, '../../core/src/providers')

/** The entries that the build writes, in a folder of their own. */
const writeEntries = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'authwright-providers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  writeProviderEntries(folder)
  return { folder, files: await readdir(folder) }
}

test('the build writes a module and a declaration file for every provider of core', async () => {
  const sources = (await readdir(core)).filter((name) => name.endsWith('.ts') && !/^index|\.test\./.test(name))
  const { files } = await writeEntries()
  expect(sources.length).toBeGreaterThan(130)
  expect(files.toSorted()).toEqual(
    sources.flatMap((name) => [name.replace(/\.ts$/, '.d.ts'), name.replace(/\.ts$/, '.js')]).toSorted(),
  )
})

test('every entry exports what the entry of core exports', async () => {
  const { folder } = await writeEntries()
  const { metafile } = await build({
    entryPoints: providerNames().map((name) => join(folder, `${name}.js`)),
    outdir: join(folder, 'bundled'),
    bundle: true,
    format: 'esm',
    external: ['@authwright/core/*'],
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  for (const { entryPoint = '', imports, exports } of Object.values(metafile.outputs)) {
    const name = entryPoint.slice(entryPoint.lastIndexOf('/') + 1, -'.js'.length)
    expect(new Set(imports.map(({ path }) => path))).toEqual(new Set([`@authwright/core/providers/${name}`]))
    expect(exports).toContain('default')
    expect(await readFile(join(folder, `${name}.d.ts`), 'utf8')).toBe(
      await readFile(join(folder, `${name}.js`), 'utf8'),
    )
  }
})
