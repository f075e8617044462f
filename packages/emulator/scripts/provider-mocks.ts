// Writes src/provider-mocks.ts: node packages/emulator/scripts/provider-mocks.ts, then the formatter.
import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = join(dirname(fileURLToPath(import.meta.url)), '../src')

const files = readdirSync(join(source, 'providers')).toSorted()

/** The exported name: `azure-ad.ts` exports `azureAd`, `42-school.ts` exports `_42School`. */
const exportIn = (file: string): string =>
  file
    .replace(/\.ts$/, '')
    .replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase())
    .replace(/^(?=\d)/, '_')

const text = `// Written by scripts/provider-mocks.ts.
import type { ProviderMock } from './provider-mock.ts'
${files.map((file) => `import { ${exportIn(file)} } from './providers/${file}'`).join('\n')}

/** The mock of every provider in the catalog. */
export const providerMocks: readonly ProviderMock[] = [
${files.map((file) => `  ${exportIn(file)},`).join('\n')}
]
`

writeFileSync(join(source, 'provider-mocks.ts'), text)
