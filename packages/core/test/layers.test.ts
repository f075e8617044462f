import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Files in the wrong place: the rule, the file in `packages/core/src`, and what it imports. */
const misplaced = [
  ['core-layer-methods-oauth', 'methods/oauth/wrong.ts', 'methods/email/send.ts'],
  ['core-layer-routes', 'routes/wrong.ts', 'http/guard.ts'],
  ['core-layer-sign-in', 'sign-in/wrong.ts', 'account/account-page.ts'],
  ['core-layer-account', 'account/wrong.ts', 'methods/email/send.ts'],
  ['core-entry-files-sign-in', 'methods/oauth/inner-sign-in.ts', 'sign-in/persist.ts'],
  ['core-entry-files-account', 'methods/oauth/inner-account.ts', 'account/inner.ts'],
  ['core-folder-without-a-layer', 'methods/sms/wrong.ts', 'base/json.ts'],
  ['core-method-behind-its-record', 'routes/inner-method.ts', 'methods/email/send.ts'],
  ['core-method-record-only-in-the-registry', 'routes/second-registry.ts', 'methods/email/email-method.ts'],
  ['core-routes-of-methods-are-lazy', 'routes/routes.ts', 'methods/email/send.ts'],
  ['core-routes-do-not-import-each-other', 'routes/sibling.ts', 'routes/sign-out.ts'],
] as const

const sources = 'packages/core/src'
let folder = ''
let report = ''

const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, sources, file)), { recursive: true })
  await writeFile(join(folder, sources, file), text)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layers-'))
  for (const [, , imported] of misplaced) await write(imported, 'export {}\n')
  for (const [, file, imported] of misplaced) {
    await write(file, `import '${'../'.repeat(file.split('/').length - 1)}${imported}'\n`)
  }
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.cjs')
  report = await promisify(execFile)(process.execPath, [command, '--config', config, sources], { cwd: folder }).then(
    () => 'no violations',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
})

afterAll(() => rm(folder, { recursive: true }))

test.each(misplaced)('the rule %s reports %s for importing %s', (rule, file, imported) => {
  expect(report).toContain(`${rule}: ${sources}/${file} → ${sources}/${imported}`)
})
