// `node scripts/set-version.mjs 0.2.0` writes the version of the next release into every package, and into the ranges with which the
// packages require each other. All packages have one version. Run `npm install --package-lock-only` afterwards.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tools.mjs'

const [version = ''] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) {
  console.error('Usage: node scripts/set-version.mjs <version>, such as 0.2.0')
  process.exit(2)
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies']

for (const path of globSync(['package.json', 'packages/*/package.json', 'examples/*/package.json'], { cwd: root })) {
  const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'))
  // A range that names no version, such as a path to the built package, stays.
  for (const ranges of DEPENDENCIES.map((kind) => manifest[kind] ?? {})) {
    for (const [name, range] of Object.entries(ranges))
      if (name.startsWith('@authwright/') && /^\^\d/.test(range)) ranges[name] = `^${version}`
  }
  if (manifest.version !== undefined) manifest.version = version
  writeFileSync(join(root, path), `${JSON.stringify(manifest, null, 2)}\n`)
}
console.log(`Every package has the version ${version}. Next: npm install --package-lock-only`)
