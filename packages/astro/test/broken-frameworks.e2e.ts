import { brokenFrameworkContract, developmentFaults, pageFaults } from '@authwright/test-kit/broken-framework'
import { shareApplication } from '@authwright/test-kit/share-application'
import { afterAll, beforeAll, test } from 'vitest'
import { install, type Installed } from './installed.ts'
import { astroSubject } from './subject.ts'

let installed: Installed

beforeAll(async () => {
  installed = await install()
})

afterAll(() => installed?.remove())

const subject = shareApplication(astroSubject(() => installed.application))

brokenFrameworkContract(subject, { ...pageFaults, ...developmentFaults }, test)
