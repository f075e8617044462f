import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { run } from '@authwright/cli/run'
import { skeletonOf } from './skeleton.ts'

const USAGE = `Usage: npm create authwright [folder] [-- --no-install]

Makes a SvelteKit application in which users sign in with an emulated provider, and installs its packages.
`

const isEmpty = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const printError = (text: string): void => void process.stderr.write(`${text}\n`)

const writeSkeleton = (folder: string): void => {
  for (const [path, text] of Object.entries(skeletonOf(basename(folder)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { flag: 'wx' })
  }
}

/** Adds what `authwright init` writes: the configuration, the pages and a secret. */
const addAuthentication = (folder: string): Promise<number> =>
  run(['init', 'sveltekit', '--cwd', folder, '--yes', '--emulator'], {
    // The diff and the next steps of `init` are for an application that exists.
    print: () => undefined,
    printError: () => undefined,
    color: false,
    today: new Date(),
    untilStopped: () => Promise.resolve(),
  })

const install = (folder: string): boolean =>
  spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }).status === 0

/** Makes the application. Returns the exit code: 0 done, 1 npm failed, 2 a wrong command line. */
export const create = async (args: readonly string[]): Promise<number> => {
  if (args.includes('--help') || args.includes('-h')) {
    print(USAGE)
    return 0
  }
  const unknown = args.filter((arg) => arg.startsWith('-') && arg !== '--no-install')
  const [given = 'authwright-app', ...more] = args.filter((arg) => !arg.startsWith('-'))
  if (unknown.length > 0 || more.length > 0) {
    printError(USAGE)
    return 2
  }
  const folder = resolve(given)
  if (!isEmpty(folder)) {
    printError(`The folder ${given} is not empty. Name another one: npm create authwright my-app`)
    return 2
  }
  print(`Writing a SvelteKit application to ${given} …`)
  writeSkeleton(folder)
  const code = await addAuthentication(folder)
  if (code !== 0) throw new Error(`authwright init ended with ${code}`)
  if (!args.includes('--no-install')) {
    print('Installing its packages …')
    if (!install(folder)) return 1
  }
  const steps = [`cd ${given}`, ...(args.includes('--no-install') ? ['npm install'] : []), 'npm run dev']
  print(
    `\nDone. Next:\n\n${steps.map((step) => `  ${step}`).join('\n')}\n\nOpen http://localhost:3000 and sign in as Ada.`,
  )
  return 0
}
