import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  installTarballs,
  makeFolder,
  packAll,
  removeFolder,
  run,
  serveContract,
} from '@authwright/test-kit/installed-application'
import { frameworkContract } from '@authwright/testing/frameworks'
import { afterAll, beforeAll, test } from 'vitest'
import { astroSubject } from './subject.ts'

const ASTRO = 'node_modules/astro/bin/astro.mjs'
const TELEMETRY_OFF = { ASTRO_TELEMETRY_DISABLED: '1' }

let folder: string
let application: string

beforeAll(async () => {
  folder = await makeFolder()
  application = join(folder, 'app')
  await cp(join(import.meta.dirname, 'app'), application, { recursive: true })
  await installTarballs(application, await packAll(folder, ['core', 'client', 'testing', 'astro']))
  const build = (more = {}) => run(process.execPath, [ASTRO, 'build'], application, { ...TELEMETRY_OFF, ...more })
  // Without a secret.
  await build()
  await build({ CONTRACT_BASE: '/shop' })
}, 300_000)

afterAll(() => removeFolder(folder))

frameworkContract({
  test,
  subject: astroSubject((options) =>
    serveContract(application, options, () => [`${options.mount === undefined ? 'dist' : 'dist-below'}/server/entry.mjs`]),
  ),
})
