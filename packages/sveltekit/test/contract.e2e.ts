import { readScripts } from '@authwright/test-kit/built-application'
import { cp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  brokenBrowserContract,
  brokenBuildContract,
  brokenFrameworkContract,
  developmentFaults,
  pageFaults,
} from '@authwright/test-kit/broken-framework'
import { withChromium } from '@authwright/test-kit/browser-pages'
import {
  installedModules,
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
} from '@authwright/test-kit/installed-application'
import { shareApplication } from '@authwright/test-kit/share-application'
import { browserContract, buildContract, frameworkContract } from '@authwright/testing/frameworks'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { svelteKit } from './subject.ts'
import { checkTypes } from './support/app.ts'

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

const subject = shareApplication(svelteKit(() => application))

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: async (text) => {
    const module = join(application, 'src/contract-types.ts')
    await writeFile(module, text)
    const reports = await checkTypes(application, [6, 7])
    await rm(module)
    return reports
  },
  browserCode: () => readScripts(join(application, 'build/client')),
})

describe('in a browser', () => {
  const openPage = withChromium()
  browserContract({ subject, test, openPage })
  brokenBrowserContract(subject, { test, openPage })
})

brokenFrameworkContract(subject, { ...pageFaults, ...developmentFaults }, test)
brokenBuildContract(subject, test)
