import {
  brokenBrowserContract,
  brokenBuildContract,
  brokenFrameworkContract,
  pageFaults,
} from '@authwright/test-kit/broken-framework'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { describe, test } from 'vitest'
import { contractApplication } from './contract-application.ts'

const { subject } = contractApplication('React Router 8', 'app')

brokenFrameworkContract(subject, pageFaults, test)
brokenBuildContract(subject, test)

describe('in a browser', () => {
  brokenBrowserContract(subject, { test, openPage: withChromium() })
})
