import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { installTarballs, makeFolder, packAll, removeFolder, run } from '@authwright/test-kit/installed-application'
import { shareApplication } from '@authwright/test-kit/share-application'
import type { Subject } from '@authwright/testing/frameworks'
import { afterAll, beforeAll } from 'vitest'
import { subjectOf } from './subject.ts'

const here = import.meta.dirname

/** The command line of React Router, in the folder of the application. */
export const CLI = 'node_modules/.bin/react-router'

/**
 * The application of the contract, which a hook installs and builds before the tests of a file.
 *
 * @param layers the folders of the application; files of a later one replace those of the ones before
 */
export const contractApplication = (
  name: string,
  ...layers: readonly string[]
): { readonly subject: Subject; readonly folder: () => string } => {
  let folder: string
  let application: string

  beforeAll(async () => {
    folder = await makeFolder()
    application = join(folder, 'application')
    for (const layer of layers) await cp(join(here, layer), application, { recursive: true })
    await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'react-router']))
    await run(process.execPath, [CLI, 'build'], application)
    await run(process.execPath, [CLI, 'build'], application, { BASENAME: '/shop' })
  })

  afterAll(() => removeFolder(folder))

  return { subject: shareApplication(subjectOf(name, () => application)), folder: () => application }
}
