import { serveContract } from '@authwright/test-kit/installed-application'
import { frameworkContract } from '@authwright/testing/frameworks'
import { test } from 'vitest'
import { astroSubject } from './subject.ts'
frameworkContract({
  test,
  subject: astroSubject((options) =>
    serveContract('/tmp/aw-an-4YmP/astro', options, () => [`${options.mount === undefined ? 'dist' : 'dist-below'}/server/entry.mjs`]),
  ),
})
