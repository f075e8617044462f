import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { installTarballs, makeFolder, packAll, removeFolder, run } from '@authwright/test-kit/installed-application'
import { browserContract, frameworkContract } from '@authwright/testing/frameworks'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { svelteKit } from './subject.ts'

let folder: string
let application: string

beforeAll(async () => {
  folder = await makeFolder()
  application = join(folder, 'application')
  await cp(join(import.meta.dirname, 'apps/contract'), application, { recursive: true })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'sveltekit']))
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], application)
}, 300_000)

afterAll(() => removeFolder(folder))

const subject = svelteKit(() => application)

frameworkContract({ subject, test })

describe('in a browser', () => {
  browserContract({ subject, test, openPage: withChromium() })
})
