import { cp, symlink } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { browserOf } from '@authwright/testing/frameworks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { linkApplication } from './built-application.ts'
import {
  installedModules,
  makeFolder,
  removeFolder,
  run,
  serveByNpm,
  type RunningApp,
} from './installed-application.ts'
import { whyNot, type Machine } from './runtimes/executables.ts'
import { takeScreenshotOf } from './screenshot.ts'

const examples = join(import.meta.dirname, '../../../examples')

/** Copies an example without what installations and builds leave. */
export const copyExample = (name: string, application: string): Promise<void> =>
  cp(join(examples, name), application, {
    recursive: true,
    filter: (path) => !['node_modules', 'dist', '.wrangler'].includes(basename(path)),
  })

/**
 * Signs a user in and out in an example. Before and after, its page `/account` refuses the user.
 *
 * @param picture the name of the picture of the signed-in application, if the documentation shows it
 */
export const checkSignIn = async (site: RunningApp, picture?: string): Promise<void> => {
  const browser = browserOf(site)
  const home = async (): Promise<unknown> => (await browser.get('/')).json()
  const openAccount = () => browser.get('/account', { redirect: 'follow' })
  expect(await home()).toEqual({ user: null })
  expect((await openAccount()).url.pathname).toBe('/auth/signin')
  const wrong = await browser.submit({ name: 'Ada', password: 'wrong' }, { redirect: 'follow' })
  expect(wrong.url.searchParams.get('error')).toBe('CredentialsSignin')
  expect(await home()).toEqual({ user: null })
  await openAccount()
  const account = await browser.submit({ name: 'Ada', password: 'analytical' }, { redirect: 'follow' })
  expect([account.url.pathname, account.text]).toEqual(['/account', 'Only for signed-in users'])
  expect(await home()).toEqual({ user: { name: 'Ada' } })
  if (picture !== undefined) await takeScreenshotOf(site.origin, browser.jar, picture)
  await browser.get('/auth/signout')
  await browser.submit({}, { redirect: 'follow' })
  expect(await home()).toEqual({ user: null })
  const refused = await openAccount()
  expect(refused.url.pathname).toBe('/auth/signin')
  expect(refused.text).not.toContain('Only for')
}

/** An example of a server, in `examples/<name>`. */
export interface ServerExample {
  readonly name: string
  /** The runtime that `npm start` calls by its name. @default Node */
  readonly machine?: Machine
  /** The variables with which the server listens on a port, if it does not read `PORT`. */
  readonly environment?: (port: string) => Readonly<Record<string, string>>
}

/**
 * Registers tests of examples: `npm start` serves an application in which a user signs in and out, and the example compiles. The
 * examples get the packed packages, and the frameworks that are installed in this repository.
 */
export const testServerExamples = (packages: readonly string[], list: readonly ServerExample[]): void => {
  let folder: string

  beforeAll(async () => {
    folder = await makeFolder()
    await linkApplication(folder, packages)
    for (const { name } of list) {
      await copyExample(name, join(folder, name))
      await symlink(join(folder, 'node_modules'), join(folder, name, 'node_modules'))
    }
  })

  afterAll(() => removeFolder(folder))

  for (const { name, machine, environment } of list) {
    test(`npm start of examples/${name} serves an application in which a user signs in and out`, async (context) => {
      const reason = machine === undefined ? undefined : whyNot(machine)
      if (reason !== undefined) context.skip(reason)
      const path = [dirname(machine?.command ?? process.execPath), join(installedModules, '.bin'), process.env['PATH']]
      const site = await serveByNpm(join(folder, name), (port) => ({
        PATH: path.join(delimiter),
        ...environment?.(port),
      }))
      onTestFinished(() => site.stop())
      // All examples of a package show the same.
      await checkSignIn(site, name === list[0]?.name ? name : undefined)
    })

    test(`examples/${name} compiles`, async () => {
      const application = join(folder, name)
      expect(await run('tsc', ['--noEmit', '--project', application], application)).toBe('')
    })
  }
}
