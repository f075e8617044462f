import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../../../..')

/** A command that a page shows, without its comment. */
export interface PageCommand {
  readonly page: string
  readonly command: string
}

const pages = globSync(['README.md', 'packages/*/README.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: (path) => /node_modules$|^docs\/(?:decisions|reference\/api|\.code)$/.test(path),
})

/** A block without a language has commands, or it names one. */
const BLOCK = /^( *)```(\w*)([^\n]*)\n([\s\S]*?)^\1```$/gm
const SHELLS = ['', 'sh', 'bash', 'console', 'shell', 'zsh']
const PROGRAM = 'npm|npx|node|deno|bun|bunx|pnpm|yarn|openssl|curl|docker|git|sqlite3|psql|wrangler|vercel'
/** A program and at least one argument. */
const START = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${PROGRAM}) \\S`)

const withoutComment = (line: string): string => line.replace(/(?:^|\s+)#\s.*$/, '').trim()

const commandsOfBlocks = (text: string): readonly string[] =>
  [...text.matchAll(BLOCK)].flatMap(([, , language = '', info = '', code = '']) => {
    const lines = code.replaceAll('\\\n', ' ').split('\n').map(withoutComment)
    const isShell = SHELLS.includes(language) && !info.includes('file=')
    // A file or an output may name a command, as its own line or as a comment.
    const named = code.split('\n').flatMap((line) => [line.trim(), line.split('# ')[1] ?? ''])
    return isShell ? lines.filter((line) => line !== '') : named.filter((line) => START.test(line)).map(withoutComment)
  })

/** Commands within sentences and tables. One with a gap, such as `<address>`, is none. */
const commandsInSentences = (text: string): readonly string[] =>
  [...text.replaceAll(BLOCK, '').matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll(/\s+/g, ' '))
    .filter((code) => START.test(code) && !/[<…]/.test(code))

const found = pages.toSorted().map((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  return { page, inBlocks: commandsOfBlocks(text), inSentences: commandsInSentences(text) }
})

/** A sentence may show the beginning of a command, such as `npm install`, if some page shows all of it. */
const isBeginning = (command: string): boolean =>
  found.some(({ inBlocks, inSentences }) =>
    [...inBlocks, ...inSentences].some(
      (other) => other.startsWith(`${command} `) && !other.startsWith(`${command} && `),
    ),
  )

/** A command that installs or removes packages of a registry. */
export const isInstall = (command: string): boolean => /^npm (?:un)?install [^.]/.test(command)

/** All commands of the README files and of the site, without its decisions and its pages about single exports. */
export const pageCommands: readonly PageCommand[] = found.flatMap(({ page, inBlocks, inSentences }) =>
  [...inBlocks, ...inSentences.filter((command) => !isBeginning(command))].map((command) => ({ page, command })),
)

/** The command that installs what a clone has packed. It names the version. */
export const installOfPacked =
  pageCommands.find(({ command }) => command.startsWith('npm install ../packed/'))?.command ?? ''
