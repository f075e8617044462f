import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

// The session store has a test of its size in packages/client: with this hook it has less than 2 KB.
test('the hook for the browser has at most 400 bytes beside the session store', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../src/client-session.qwik.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    external: ['@authwright/client', '@builder.io/qwik'],
  })
  const size = gzipSync(Buffer.concat(outputFiles.map(({ contents }) => contents)), { level: 9 }).length
  expect(size).toBeGreaterThan(100)
  expect(size).toBeLessThanOrEqual(400)
})
