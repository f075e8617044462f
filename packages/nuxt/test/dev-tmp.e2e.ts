import { serveContract } from '@authwright/test-kit/installed-application'
import { frameworkContract } from '@authwright/testing/frameworks'
import { test } from 'vitest'
import { nuxtSubject } from './subject.ts'
frameworkContract({
  test,
  subject: nuxtSubject((options) =>
    serveContract('/tmp/aw-an-4YmP/nuxt', options, () => ['.output/server/index.mjs'], {
      NUXT_AUTHWRIGHT_TRUST_PROXY: String(options.trustsProxy ?? false),
      ...(options.mount === undefined ? {} : { NUXT_APP_BASE_URL: options.mount }),
    }),
  ),
})
