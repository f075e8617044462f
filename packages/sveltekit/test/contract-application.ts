import { cp, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  installedModules,
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
} from '@authwright/test-kit/installed-application'
import { shareApplication } from '@authwright/test-kit/share-application'
import type { Subject } from '@authwright/testing/frameworks'
import { afterAll, beforeAll } from 'vitest'
import { svelteKit } from './subject.ts'

/** The application of the contract, which a hook installs and builds before the tests of a file. */
export const contractApplication = (): { readonly subject: Subject; readonly folder: () => string } => {
  let folder: string
  let application: string

  beforeAll(async () => {
    folder = await makeFolder()
    application = join(folder, 'application')
    await cp(join(import.meta.dirname, 'apps/contract'), application, { recursive: true })
    await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'sveltekit']))
    // SvelteKit generates the types of the routes only when TypeScript is installed.
    for (const name of ['typescript', '@types/node'])
      await symlink(join(installedModules, name), join(application, 'node_modules', name))
    await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], application)
  })

  afterAll(() => removeFolder(folder))

  return { subject: shareApplication(svelteKit(() => application)), folder: () => application }
}
