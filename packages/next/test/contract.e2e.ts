import { removeFolder } from '@authwright/test-kit/installed-application'
import { frameworkTable } from '@authwright/test-kit/framework-table'
import { frameworkContract } from '@authwright/testing/frameworks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApplication, next } from './subject.ts'

let folder: string

beforeAll(async () => {
  folder = await buildApplication('app', ['client', 'core', 'next', 'testing'])
  // Next.js compiles the application for three targets.
}, 300_000)

afterAll(() => removeFolder(folder))

const subject = next(() => folder)

frameworkContract({ subject, test })

test('docs/frameworks.md shows what is checked', () => {
  const { written, measured } = frameworkTable('next', [subject])
  expect(written, 'write it with AUTHWRIGHT_WRITE_DOCS=1').toBe(measured)
})
