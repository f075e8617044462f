import {
  brokenBrowserContract,
  brokenBuildContract,
  brokenFrameworkContract,
  developmentFaults,
  pageFaults,
} from '@authwright/test-kit/broken-framework'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { describe, test } from 'vitest'
import { contractApplication } from './contract-application.ts'

const { subject } = contractApplication()

brokenFrameworkContract(subject, { ...pageFaults, ...developmentFaults }, test)
brokenBuildContract(subject, test)

describe('in a browser', () => {
  brokenBrowserContract(subject, { test, openPage: withChromium() })
})
