// Generates the tables of docs/reference that are parts of a page: endpoints, cookies, environment variables, errors and warnings.
// `node packages/core/scripts/reference-tables.ts`
import { replacePart } from '@authwright/test-kit/generated-table'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { warningCodes } from '../src/types/warning-codes.ts'
import { code } from './markdown.ts'
import { cookieTable } from './tables/cookies.ts'
import { endpointTable } from './tables/endpoints.ts'
import { environmentTable } from './tables/environment.ts'
import { errorDescriptions, errorsTable } from './tables/errors.ts'

const reference = join(import.meta.dirname, '../../../docs/reference')

const listWarnings = (): string => warningCodes.map((name) => `[${code(name)}](#${name})`).join(',\n')

/** The generated parts: the page in docs/reference, the name of the part, and its text. */
export const referenceParts = (): readonly (readonly [page: string, name: string, text: string])[] => [
  ['endpoints.md', 'endpoints', endpointTable()],
  ['cookies.md', 'cookies', cookieTable()],
  ['environment.md', 'environment', environmentTable()],
  ['errors.md', 'errors', errorsTable()],
  ...Object.entries(errorDescriptions()).map(([page, text]) => [page, 'error', text] as const),
  ['warnings.md', 'warnings', listWarnings()],
]

export const readPage = (page: string): string => readFileSync(join(reference, page), 'utf8')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [page, name, text] of referenceParts())
    writeFileSync(join(reference, page), replacePart(readPage(page), name, text))
}
