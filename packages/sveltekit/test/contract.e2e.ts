import { readScripts } from '@authwright/test-kit/built-application'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { browserContract, buildContract, frameworkContract } from '@authwright/testing/frameworks'
import { describe, test } from 'vitest'
import { contractApplication } from './contract-application.ts'
import { checkTypes } from './support/app.ts'

const { subject, folder } = contractApplication()

frameworkContract({ subject, test })

buildContract({
  subject,
  test,
  compile: async (text) => {
    const module = join(folder(), 'src/contract-types.ts')
    await writeFile(module, text)
    const reports = await checkTypes(folder(), [6, 7])
    await rm(module)
    return reports
  },
  browserCode: () => readScripts(join(folder(), 'build/client')),
})

describe('in a browser', () => {
  browserContract({ subject, test, openPage: withChromium() })
})
