import { compileContract, linkApplication } from '@authwright/test-kit/built-application'
import { makeFolder, removeFolder } from '@authwright/test-kit/installed-application'
import { buildContract } from '@authwright/testing/frameworks'
import { afterAll, beforeAll, test } from 'vitest'
import { subjects } from './subjects/all.ts'

let folder: string

beforeAll(async () => {
  folder = await makeFolder()
  await linkApplication(folder, ['core', 'web'])
})

afterAll(() => removeFolder(folder))

for (const subject of subjects) buildContract({ subject, test, compile: (text) => compileContract(folder, text) })
