// Writes the files that are generated from the provider entries, and the examples in the comments of the entries: run
// `node scripts/catalog.ts` after a change. A test compares.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folder, readCatalog } from './catalog/entries.ts'
import { withExample } from './catalog/examples.ts'
import { pageText } from './catalog/page.ts'
import { typeText } from './catalog/types.ts'

const root = join(import.meta.dirname, '../../..')

/** The generated files: text by path. */
export const generatedFiles = async (): Promise<Readonly<Record<string, string>>> => {
  const entries = await readCatalog()
  const examples = entries.map((entry) => [join(folder, `${entry.file}.ts`), withExample(entry)])
  return {
    ...Object.fromEntries(examples),
    [join(root, 'packages/core/src/types/provider-ids.ts')]: typeText(entries),
    [join(root, 'docs/reference/providers.md')]: pageText(entries),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(await generatedFiles())) writeFileSync(path, text)
}
