import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readProject } from '../../src/doctor/read-project.ts'

const write = (folder: string, manifest: object): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
}

test('reads the version of a package that does not export its package.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authwright-project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, { dependencies: { '@acme/closed': '14.0.0' } })
  write(join(folder, 'node_modules/@acme/closed'), { version: '14.0.0', exports: { '.': './index.js' } })
  const { versionOf } = readProject(folder)
  expect(versionOf('@acme/closed')).toBe('14.0.0')
  expect(versionOf('@acme/absent')).toBeUndefined()
})
