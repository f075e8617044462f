import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const runtime = join(import.meta.dirname, '../src/runtime')

// The development server sends each module as it is, and the browser cannot load the CommonJS packages that core imports.
test.each(['page-guard.ts', 'plugin.ts', 'use-auth.ts'])('%s gives the browser no code of the server', (file) => {
  const imports = readFileSync(join(runtime, file), 'utf8').matchAll(/^import (?!type)(?:[^']*?)'([^']+)'$/gm)
  const packages = [...imports].map(([, name = '']) => name).filter((name) => name.startsWith('@authwright/'))
  expect(packages.filter((name) => !name.startsWith('@authwright/client'))).toEqual([])
})
