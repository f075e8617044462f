import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../src/emulator')

const nameIn = (file: string): string => file.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase())
const asName = (name: string): string => (/^\d/.test(name) ? `_${name}` : name)

/** The text of `plays.ts`, which names every play there is. */
export const playsText = (): string => {
  const files = readdirSync(join(folder, 'plays'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted()
  const imports = files.map((file) => `import { ${asName(nameIn(file))} } from './plays/${file}.ts'`)
  const names = files.map((file) => `  ${asName(nameIn(file))},`)
  return `// Written by scripts/plays.ts.
import type { Play } from './play.ts'
${imports.join('\n')}

/** Every provider of the catalogue that is played. */
export const plays: readonly Play[] = [
${names.join('\n')}
]
`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(join(folder, 'plays.ts'), playsText())
