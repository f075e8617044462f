import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Framework } from '../application/frameworks.ts'
import { markMissing, type FileChange } from '../terminal/diff.ts'

const FOLDERS = ['', 'src/']
const NAMES = ['server', 'app', 'index', 'main']
const ENDINGS = ['ts', 'mts', 'js', 'mjs']

/** Where the templates have the module of the server. */
const USUAL = 'server.ts'

/** The module in which the application makes its server, if there is one: it imports the framework. For NestJS, its root module. */
const findServerModule = (cwd: string, { id, usedBy }: Framework): string | undefined => {
  const [names, imported] = id === 'nestjs' ? [['app.module'], '@nestjs/common'] : [NAMES, usedBy]
  return FOLDERS.flatMap((folder) => names.flatMap((name) => ENDINGS.map((ending) => `${folder}${name}.${ending}`)))
    .filter((path) => existsSync(join(cwd, path)))
    .find((path) => new RegExp(`['"]${imported}['"]`).test(readFileSync(join(cwd, path), 'utf8')))
}

/** The template of a server at the paths of this application: where its server is, and beside it. */
export const placeServer = (
  cwd: string,
  framework: Framework,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const found = USUAL in files ? findServerModule(cwd, framework) : undefined
  if (found === undefined) return files
  const folder = found.slice(0, found.lastIndexOf('/') + 1)
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path === USUAL ? found : `${folder}${path}`, text]),
  )
}

/** Whether the compiler makes modules of JavaScript, which name the ending of a file that they import. */
const isModule = (cwd: string): boolean => /"type":\s*"module"/.test(readFileSync(join(cwd, 'package.json'), 'utf8'))

/** What a root module of NestJS lacks. `nest build` does not rewrite the ending `.ts`. */
const missingImport = (cwd: string, path: string): string =>
  `${path} exists and was not changed. Add the lines with +. The … stands for the modules that it imports:
+import { AuthModule } from '@authwright/node/nestjs'
+import { authConfig } from './auth.config${isModule(cwd) ? '.js' : ''}'

 @Module({
+  imports: [AuthModule.forRoot(authConfig), …],
`

/** The end of a template, which starts the server. */
const START = /\n(?:const port|app\.listen|serve\(|export default)[^]*$/

/** What the module of a server lacks, unless it calls the library. `undefined` if the file is another one. */
export const missingInServer = (cwd: string, { path, before, after }: FileChange): readonly string[] | undefined => {
  if (!after.includes("from './auth.config.ts'")) return undefined
  if (/['"]@authwright\/(?:node|web)(?:\/\w+)?['"]/.test(before)) return []
  if (path.includes('app.module.')) return [missingImport(cwd, path)]
  const lines = markMissing(before, after.replace(START, ''))
  return [
    `${path} exists and was not changed. Add the lines with +. The routes / and /account are examples:\n${lines.join('\n')}\n`,
  ]
}
