// Checks what sites with the packed packages load: files, bytes, and nothing of the features that their config does not use.
// Files and bytes are the same on each machine, so they show also a file or a kilobyte that is loaded in vain. check-cold-start.mjs
// has a limit for the time.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { encode } from '@authwright/core/jwt'
import { build } from 'esbuild'
import { root, run } from './tools.mjs'

const folder = join(root, 'scripts/loading')

/**
 * The most that each use of the site may load: files of the packages and their dependencies in Node, and bytes of a bundle after
 * minification and gzip. Today's numbers are a little lower. `every` counts what a site in English without a database can
 * ever load.
 */
const budgets = {
  'session check': { files: 8, bytes: 34_600 },
  'session check with a database': { files: 10, bytes: 38_200 },
  'sign-in page': { files: 13, bytes: 68_300 },
  'sign-in page in German': { files: 13, bytes: 69_000 },
  'sign-in with a password': { files: 14, bytes: 56_800 },
  'sign-in with OAuth': { files: 14, bytes: 67_300 },
  'sign-in with OpenID Connect': { files: 28, bytes: 98_000 },
  every: { files: 29, bytes: 99_000 },
}

/** The same for a session check with the other entry points. Each has a program in `loading`. */
const entryPoints = {
  '@authwright/core/jwt': { program: 'jwt', files: 3, bytes: 26_300 },
  '@authwright/node': { program: 'node', files: 15, bytes: 42_000 },
  '@authwright/web': { program: 'web', files: 12, bytes: 41_000 },
  '@authwright/sveltekit': { program: 'sveltekit', files: 42, bytes: 45_300 },
}

/** Chunks of features that the config of the site does not use. */
const UNUSED = /\/(?:accounts?|email|mails|questions|webauthn|(?:account|email|passkey)-[a-z-]+)\.js$/

/** The chunks of the locales. A request loads the one that it asks for. */
const LOCALES =
  /\/(?:arabic|chinese|dutch|english|french|german|italian|japanese|polish|portuguese|spanish|turkish)\.js$/

/** The files that a program loads: its own, and those of packages. */
const loadedBy = async (program, env) => {
  const hook = join(folder, 'count-files.mjs')
  const { code, output } = await run(process.execPath, ['--import', hook, program], { quiet: true, env })
  if (code !== 0) throw new Error(`${program} fails with ${JSON.stringify(env)}:\n${output}`)
  const files = [...output.matchAll(/^loaded (.*)$/gm)].map(([, file = '']) => file)
  return files.filter((file) => !file.endsWith('/uses.mjs'))
}

/** Bundles a program as applications do. Returns the bundled one. */
const bundle = async (program, outdir) => {
  await build({
    entryPoints: [program],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'node',
    external: ['nodemailer', '@simplewebauthn/server', '$app/*', '$env/*', './uses.mjs'],
  })
  copyFileSync(join(folder, 'uses.mjs'), join(outdir, 'uses.mjs'))
  return join(outdir, basename(program))
}

const gzippedSize = (file) => gzipSync(readFileSync(file), { level: 9 }).length

const localeOf = (use) => (use.endsWith('in German') ? '/german.js' : '/english.js')

/** How the marks of GitHub and Google begin, and that of GitLab, which the site does not import. */
const MARKS = { shipped: ['M12 .297c-6.63', 'M24 9.5c3.54'], foreign: ['m24.507 9.5-.034-.09'] }

/** What is wrong about the marks in a bundle: it has those of its providers, and no other. */
const checkMarks = (outdir) => {
  const files = readdirSync(outdir).filter((file) => file.endsWith('.mjs'))
  const text = files.map((file) => readFileSync(join(outdir, file), 'utf8')).join('\n')
  return [
    ...MARKS.shipped.filter((mark) => !text.includes(mark)).map((mark) => `The bundle does not have the mark ${mark}`),
    ...MARKS.foreign.filter((mark) => text.includes(mark)).map((mark) => `The bundle has the mark ${mark}`),
  ]
}

const checkUse = async (use, { program, bundled }, budget, env) => {
  const files = (await loadedBy(program, env)).filter((file) => file.includes('/node_modules/'))
  const bytes = (await loadedBy(bundled, env)).reduce((sum, file) => sum + gzippedSize(file), 0)
  console.log(`  ${use.padEnd(30)} ${String(files.length).padStart(3)} files, ${(bytes / 1000).toFixed(1)} kB`)
  return [
    ...(files.length > budget.files ? [`${use} loads ${files.length} files, and may load ${budget.files}`] : []),
    ...(bytes > budget.bytes ? [`${use} loads ${bytes} bytes, and may load ${budget.bytes}`] : []),
    ...files
      .filter((file) => UNUSED.test(file) || (LOCALES.test(file) && !file.endsWith(localeOf(use))))
      .map((file) => `${use} loads ${relative(dirname(program), file)}, which the config does not need`),
  ]
}

const SECRET = 'kJ3vN8xQ2pLz7RwT5yHbG9mC4dFsA6eU'

/** The token of a session of Ada on a site without https. */
const makeToken = () => encode({ token: { sub: '1', name: 'Ada' }, secret: SECRET, salt: 'authwright.session-token' })

/**
 * Returns the complaints.
 * @param {string} applications a folder with the packed packages in `node_modules`
 */
export const checkLoading = async (applications) => {
  for (const file of readdirSync(folder)) copyFileSync(join(folder, file), join(applications, file))
  const prepare = async (name) => {
    const program = join(applications, `${name}.mjs`)
    return { program, bundled: await bundle(program, join(applications, 'bundled', name)) }
  }
  const env = { SECRET, TOKEN: await makeToken() }
  const site = await prepare('site')
  const complaints = checkMarks(dirname(site.bundled))
  for (const [use, budget] of Object.entries(budgets))
    complaints.push(...(await checkUse(use, site, budget, { ...env, USE: use })))
  for (const [name, { program, ...budget }] of Object.entries(entryPoints))
    complaints.push(...(await checkUse(name, await prepare(program), budget, env)))
  return complaints.join('\n')
}
