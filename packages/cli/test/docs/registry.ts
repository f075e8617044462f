import { execFileSync, spawn } from 'node:child_process'
import { createReadStream, existsSync, globSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { startLoopback } from '@authwright/testing/local-server'

const root = join(import.meta.dirname, '../../../..')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly bundleDependencies?: readonly string[]
  readonly integrity?: string
}

/** A version of a package, and the file or the folder that has its contents, if this repository has it. */
interface Release {
  readonly manifest: Manifest
  readonly place: string | undefined
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest

/** npm takes bundled packages from the contents, which this registry may lack. */
const withoutBundled = ({ bundleDependencies = [], dependencies = {}, ...entry }: Partial<Manifest>) => ({
  ...entry,
  dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !bundleDependencies.includes(name))),
})

/** The packages that the lockfiles of this repository name, with what npm reads to resolve them. */
const lockedReleases = (): readonly Release[] => {
  const lockfiles = execFileSync('git', ['ls-files', '*package-lock.json'], { cwd: root, encoding: 'utf8' })
  return lockfiles
    .trim()
    .split('\n')
    .flatMap((lockfile) => {
      const { packages } = JSON.parse(readFileSync(join(root, lockfile), 'utf8')) as {
        readonly packages: Readonly<Record<string, Partial<Manifest>>>
      }
      return Object.entries(packages).flatMap(([path, { integrity, ...entry }]) => {
        // Only a package that comes from a registry has one. The contents that this registry sends have another.
        if (integrity === undefined) return []
        const name = entry.name ?? path.replace(/^.*node_modules\//, '')
        const place = join(root, dirname(lockfile), path)
        const isThere = existsSync(place) && readManifest(join(place, 'package.json')).version === entry.version
        return [
          {
            manifest: { ...withoutBundled(entry), name, version: entry.version ?? '' },
            place: isThere ? place : undefined,
          },
        ]
      })
    })
}

/** The packages of this repository, packed. */
const packedReleases = (folder: string): readonly Release[] =>
  globSync('packages/*/package.json', { cwd: root })
    .map((path) => readManifest(join(root, path)))
    .filter((manifest) => manifest.private !== true)
    .map((manifest) => {
      const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`
      return { manifest, place: join(folder, file) }
    })

const newestFirst = (one: Release, other: Release): number => {
  const isStable = ({ manifest }: Release) => (manifest.version.includes('-') ? 1 : 0)
  const compared = other.manifest.version.localeCompare(one.manifest.version, 'en', { numeric: true })
  return isStable(one) - isStable(other) || compared
}

/** Sends a folder of `node_modules` as npm packs it. npm unpacks also what is not compressed. */
const sendFolder = (folder: string, response: ServerResponse): void => {
  const name = basename(folder)
  const tar = spawn('tar', ['-cf', '-', '-C', dirname(folder), `--exclude=${name}/node_modules`, name])
  tar.stdout.pipe(response)
}

type Versions = ReadonlyMap<string, Release>

/** The versions with contents, or all if none has: npm asks for packages of other systems, and does not install them. */
const installable = (versions: Versions | undefined): Versions | undefined => {
  const present = [...(versions ?? [])].filter(([, { place }]) => place !== undefined)
  return present.length === 0 ? versions : new Map(present)
}

/** A registry of npm on this machine. */
export interface Registry {
  /** The address for commands that install. Of a package that is installed in this repository it has this version only. */
  readonly installed: string
  /** The address for commands that only resolve versions. */
  readonly locked: string
  readonly close: () => Promise<void>
}

/**
 * Starts a registry of npm that has the packed packages of this repository, and the packages of its lockfiles. npm can
 * resolve all of them, and install those that are installed in this repository too.
 */
export const startRegistry = async (packed: string): Promise<Registry> => {
  const releases = new Map<string, Map<string, Release>>()
  for (const release of [...packedReleases(packed), ...lockedReleases()]) {
    const { name, version } = release.manifest
    const versions = releases.get(name) ?? new Map<string, Release>()
    if (versions.get(version)?.place === undefined) versions.set(version, release)
    releases.set(name, versions)
  }
  const server = await startLoopback(0, (origin) => (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const [, view = '', path = ''] = /^\/([^/]+)\/(.*)$/.exec(decodeURIComponent(pathname)) ?? []
    const [name = '', version] = path.split('/-/')
    const versions = view === 'installed' ? installable(releases.get(name)) : releases.get(name)
    if (versions === undefined) {
      response.writeHead(404).end('{}')
      return
    }
    if (version === undefined) {
      const [newest] = [...versions.values()].toSorted(newestFirst)
      const tarballOf = (each: string) => `${origin}/${view}/${name}/-/${each}`
      const entries = [...versions].map(
        ([each, { manifest }]) => [each, { ...manifest, dist: { tarball: tarballOf(each) } }] as const,
      )
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          name,
          'dist-tags': { latest: newest?.manifest.version },
          versions: Object.fromEntries(entries),
        }),
      )
      return
    }
    const place = versions.get(version)?.place
    if (place === undefined) response.writeHead(404).end()
    else if (place.endsWith('.tgz')) createReadStream(place).pipe(response)
    else sendFolder(place, response)
  })
  const { origin, close } = server
  return { installed: `${origin}/installed/`, locked: `${origin}/locked/`, close }
}
