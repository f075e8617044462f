// Checks what a site with the packed packages loads: files, bytes, and nothing of the features that its config does not use.
// Files and bytes are the same on each machine. The time of a cold start follows them.
import { copyFileSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root, run } from './tools.mjs'

const folder = join(root, 'scripts/loading')

/**
 * The most that each use of the site may load: files of the packages and their dependencies in Node, and bytes of a bundle after
 * minification and gzip. Today's numbers are a little lower.
 */
const budgets = {
  'session check': { files: 8, bytes: 39_500 },
  'session check with a database': { files: 10, bytes: 41_500 },
  'sign-in page': { files: 12, bytes: 110_700 },
  'sign-in with a password': { files: 14, bytes: 59_700 },
  'sign-in with OAuth': { files: 14, bytes: 70_600 },
  every: { files: 18, bytes: 137_700 },
}

/** Chunks of features that the config of the site does not use. */
const UNUSED = /\/(?:account|email|email-account-part|mails|webauthn|passkey-[a-z-]+)\.js$/

/** A locale that no request asks for. */
const LOCALES = /\/(?:arabic|chinese|dutch|french|german|italian|japanese|polish|portuguese|spanish|turkish)\.js$/

const loadedBy = async (program, use) => {
  const hook = join(folder, 'count-files.mjs')
  const { code, output } = await run(process.execPath, ['--import', hook, program], { quiet: true, env: { USE: use } })
  if (code !== 0) throw new Error(`The use "${use}" of ${program} fails:\n${output}`)
  const files = [...output.matchAll(/^loaded (.*)$/gm)].map(([, file = '']) => file)
  return files.filter((file) => file !== program)
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
    external: ['nodemailer', '@simplewebauthn/server'],
  })
  return join(outdir, 'site.mjs')
}

const gzippedSize = (file) => gzipSync(readFileSync(file), { level: 9 }).length

const checkUse = async (use, { site, bundled }) => {
  const files = await loadedBy(site, use)
  const bytes = [bundled, ...(await loadedBy(bundled, use))].reduce((sum, file) => sum + gzippedSize(file), 0)
  const budget = budgets[use]
  console.log(`  ${use.padEnd(30)} ${String(files.length).padStart(3)} files, ${(bytes / 1000).toFixed(1)} kB`)
  return [
    ...(files.length > budget.files ? [`${use} loads ${files.length} files, and may load ${budget.files}`] : []),
    ...(bytes > budget.bytes ? [`${use} loads ${bytes} bytes, and may load ${budget.bytes}`] : []),
    ...files
      .filter((file) => UNUSED.test(file) || LOCALES.test(file))
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
  const bundled = await bundle(site, join(applications, 'bundled'))
  const complaints = []
  for (const use of Object.keys(budgets)) complaints.push(...(await checkUse(use, { site, bundled })))
  return complaints.join('\n')
}
