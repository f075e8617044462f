// Checks what a site with the packed packages loads: files, bytes, and nothing of the features that its config does not use.
// Files and bytes are the same on each machine. The time of a cold start follows them.
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root, run } from './tools.mjs'

const folder = join(root, 'scripts/loading')

/**
 * The most that each use of the site may load: files of the packages and their dependencies in Node, and bytes of a bundle after
 * minification and gzip. Today's numbers are a little lower. `every` counts what a site in English without a database can
 * ever load.
 */
const budgets = {
  'session check': { files: 8, bytes: 32_500 },
  'session check with a database': { files: 10, bytes: 36_000 },
  'sign-in page': { files: 13, bytes: 65_900 },
  'sign-in page in German': { files: 13, bytes: 66_600 },
  'sign-in with a password': { files: 14, bytes: 53_600 },
  'sign-in with OAuth': { files: 14, bytes: 63_800 },
  'sign-in with OpenID Connect': { files: 28, bytes: 93_700 },
  every: { files: 29, bytes: 94_700 },
}

/** Chunks of features that the config of the site does not use. */
const UNUSED = /\/(?:accounts?|email|mails|questions|webauthn|(?:account|email|passkey)-[a-z-]+)\.js$/

/** The chunks of the locales. A request loads the one that it asks for. */
const LOCALES =
  /\/(?:arabic|chinese|dutch|english|french|german|italian|japanese|polish|portuguese|spanish|turkish)\.js$/

const loadedBy = async (program, use) => {
  const hook = join(folder, 'count-files.mjs')
  const { code, output } = await run(process.execPath, ['--import', hook, program], { quiet: true, env: { USE: use } })
  if (code !== 0) throw new Error(`The use "${use}" of ${program} fails:\n${output}`)
  const files = [...output.matchAll(/^loaded (.*)$/gm)].map(([, file = '']) => file)
  return files.filter((file) => file !== program && !file.endsWith('/uses.mjs'))
}

/** Bundles the site as applications do. Returns the program. */
const bundle = async (site, outdir) => {
  await build({
    entryPoints: [site],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    charset: 'utf8',
    format: 'esm',
    platform: 'node',
    external: ['nodemailer', '@simplewebauthn/server', './uses.mjs'],
  })
  return join(outdir, 'site.mjs')
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

const checkUse = async (use, { site, bundled }) => {
  const files = await loadedBy(site, use)
  const bytes = [bundled, ...(await loadedBy(bundled, use))].reduce((sum, file) => sum + gzippedSize(file), 0)
  const budget = budgets[use]
  console.log(`  ${use.padEnd(30)} ${String(files.length).padStart(3)} files, ${(bytes / 1000).toFixed(1)} kB`)
  return [
    ...(files.length > budget.files ? [`${use} loads ${files.length} files, and may load ${budget.files}`] : []),
    ...(bytes > budget.bytes ? [`${use} loads ${bytes} bytes, and may load ${budget.bytes}`] : []),
    ...files
      .filter((file) => UNUSED.test(file) || (LOCALES.test(file) && !file.endsWith(localeOf(use))))
      .map((file) => `${use} loads ${relative(join(site, '..'), file)}, which the config does not need`),
  ]
}

/**
 * Returns the complaints.
 * @param {string} applications a folder with the packed packages in `node_modules`
 */
export const checkLoading = async (applications) => {
  const site = join(applications, 'site.mjs')
  copyFileSync(join(folder, 'site.mjs'), site)
  const outdir = join(applications, 'bundled')
  const bundled = await bundle(site, outdir)
  for (const at of [applications, outdir]) copyFileSync(join(folder, 'uses.mjs'), join(at, 'uses.mjs'))
  const complaints = checkMarks(outdir)
  for (const use of Object.keys(budgets)) complaints.push(...(await checkUse(use, { site, bundled })))
  return complaints.join('\n')
}
