import { brokenBrowserContract } from '@authwright/test-kit/broken-framework'
import { withChromium, withClientScript } from '@authwright/test-kit/browser-pages'
import { browserContract } from '@authwright/testing/frameworks'
import { test } from 'vitest'
import { subjects } from './subjects/all.ts'
import { hono } from './subjects/hono.ts'

const openPage = withClientScript(withChromium())

for (const subject of subjects) browserContract({ subject, test, openPage })

brokenBrowserContract(hono, { test, openPage })
