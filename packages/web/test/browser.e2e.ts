import { withChromium, withClientScript } from '@authwright/test-kit/browser-pages'
import { browserContract } from '@authwright/testing/frameworks'
import { test } from 'vitest'
import { subjects } from './subjects/all.ts'

const openPage = withClientScript(withChromium())

for (const subject of subjects) browserContract({ subject, test, openPage })
