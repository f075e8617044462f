import {
  brokenBrowserContract,
  brokenBuildContract,
  brokenFrameworkContract,
  pageFaults,
} from '@authwright/test-kit/broken-framework'
import { withChromium } from '@authwright/test-kit/browser-pages'
import { describe, test } from 'vitest'
import { contractOf } from './contract-of.ts'

const subject = contractOf('React Router 8', 'app')

brokenFrameworkContract(subject, pageFaults, test)
brokenBuildContract(subject, test)

describe('a broken framework in a browser', () => {
  brokenBrowserContract(subject, { test, openPage: withChromium() })
})
