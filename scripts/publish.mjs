// Publishes every package that is not private, in the order in which they depend on each other. The workflow `release` runs this for
// a tag. `--dry-run` packs and uploads nothing.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, run } from './tools.mjs'

const args = process.argv.slice(2)
const tag = args.find((arg) => !arg.startsWith('-'))
const isDry = args.includes('--dry-run')

const packages = globSync('packages/*/package.json', { cwd: root })
  .map((path) => ({ ...JSON.parse(readFileSync(join(root, path), 'utf8')), folder: join(root, dirname(path)) }))
  .filter((manifest) => manifest.private !== true)

const wrong = packages.filter(({ version }) => tag !== undefined && `v${version}` !== tag)
for (const { name, version } of wrong) console.error(`The tag is ${tag}, and ${name} has the version ${version}.`)
if (wrong.length > 0) process.exit(1)

/** A package comes after those that it depends on, so that none is published without them. */
const sorted = []
const visit = (manifest) => {
  if (sorted.includes(manifest)) return
  for (const name of Object.keys({ ...manifest.dependencies }))
    packages.filter((other) => other.name === name).forEach(visit)
  sorted.push(manifest)
}
packages.forEach(visit)

for (const { name, version, folder } of sorted) {
  // A second run continues after a failure. A dry run needs no network.
  const published = isDry ? undefined : await run('npm', ['view', `${name}@${version}`, 'version'], { quiet: true })
  if (published?.code === 0 && published.output.includes(version)) {
    console.log(`${name}@${version} is published`)
    continue
  }
  // A version before a release, such as 1.0.0-beta.1, is not installed by default.
  const channel = version.includes('-') ? 'next' : 'latest'
  const { code } = await run('npm', ['publish', '--tag', channel, ...(isDry ? ['--dry-run'] : [])], { cwd: folder })
  if (code !== 0) process.exit(code)
}
