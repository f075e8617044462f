import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../command.ts'
import { didYouMean } from '../did-you-mean.ts'
import { REPOSITORY } from '../repository.ts'

export interface Framework {
  readonly id: string
  /** The package by which an application is recognized. */
  readonly usedBy: string
  /** The ranges of its versions that are too old. */
  readonly tooOld?: RegExp
  /** What the application installs. */
  readonly install: readonly string[]
  /** Which of them belongs to the `devDependencies`. A new application of Qwik does not start otherwise. */
  readonly devDependency?: string
  /** The file of variables that its development server reads. */
  readonly envFile: string
  /** Whether its development server reads that file. Node does it with `--env-file` only. */
  readonly readsEnvFile: boolean
  /** The port of its development server, or of the server on its start page, unless the application sets one. */
  readonly devPort: number
}

/** https://vite.dev/config/server-options.html#server-port */
const VITE_PORT = 5173

const framework = (id: string, usedBy: string, install: readonly string[], devPort: number): Framework => ({
  id,
  usedBy,
  install: install.map((name) => `@authwright/${name}`),
  envFile: '.env',
  readsEnvFile: true,
  devPort,
})

const server = (id: string, usedBy: string, install: readonly string[]): Framework => ({
  ...framework(id, usedBy, install, 3000),
  readsEnvFile: false,
})

/** In the order in which they are looked for: a framework may have another one as a dependency. */
export const frameworks: readonly Framework[] = [
  framework('sveltekit', '@sveltejs/kit', ['sveltekit'], VITE_PORT),
  { ...framework('next', 'next', ['next'], 3000), envFile: '.env.local' },
  framework('nuxt', 'nuxt', ['nuxt', 'core'], 3000),
  framework('astro', 'astro', ['astro', 'core'], 4321),
  framework('tanstack-start', '@tanstack/react-start', ['tanstack-start', 'core'], VITE_PORT),
  framework('react-router', '@react-router/dev', ['react-router', 'core'], VITE_PORT),
  // Nitro changes the port of Vite.
  framework('solid-start', '@solidjs/start', ['solid-start'], 3000),
  {
    ...framework('qwik', '@builder.io/qwik-city', ['qwik', 'core'], VITE_PORT),
    devDependency: '@authwright/qwik',
  },
  server('nestjs', '@nestjs/core', ['node', 'core']),
  server('elysia', 'elysia', ['web', 'core']),
  server('hono', 'hono', ['web', 'core']),
  { ...server('h3', 'h3', ['web', 'core']), tooOld: /^\D*[01]\b/ },
  server('fastify', 'fastify', ['node', 'core']),
  server('koa', 'koa', ['node', 'core']),
  server('express', 'express', ['node', 'core']),
  server('node', '@types/node', ['node', 'core']),
]

type Texts = Readonly<Record<string, string>>

const readManifest = (cwd: string): Readonly<Record<string, Texts | undefined>> => {
  const path = join(cwd, 'package.json')
  if (!existsSync(path)) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Texts | undefined>>
  } catch (error) {
    throw new UsageError(`package.json is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
}

/** The dependencies of an application with their ranges. */
export const readDependencies = (cwd: string): Texts => {
  const { dependencies, devDependencies } = readManifest(cwd)
  return { ...devDependencies, ...dependencies }
}

/** The framework that an application has among its dependencies. */
export const frameworkOf = (dependencies: Readonly<Record<string, string>>): Framework | undefined =>
  frameworks.find(({ usedBy, tooOld }) => usedBy in dependencies && tooOld?.test(dependencies[usedBy] ?? '') !== true)

/** A port in the script of a development server. `--emulator-port` is that of another server. */
const PORT_OPTION = /(?:^|\s)(?:--port(?:=|\s+)|-p[=\s]*)(\d+)/

/**
 * Where the development server of the application is, if no variable says so: by its script, its Vite config, or its framework.
 * @param vitePort the port of the Vite config, which plugins may change. The config may be there for tests only.
 */
export const developmentOrigin = (cwd: string, vitePort: number | undefined): string => {
  const script = readManifest(cwd)['scripts']?.['dev'] ?? ''
  const devPort = frameworkOf(readDependencies(cwd))?.devPort ?? 3000
  const isVite = devPort === VITE_PORT || /(?:^|\s)vite(?:\s|$)/.test(script)
  const port = PORT_OPTION.exec(script)?.[1] ?? (isVite ? vitePort : undefined) ?? devPort
  return `http://localhost:${port}`
}

/** The framework by its name, or by the dependencies of the application. */
export const findFramework = (cwd: string, name: string | undefined): Framework => {
  const found = name === undefined ? frameworkOf(readDependencies(cwd)) : frameworks.find(({ id }) => id === name)
  if (found !== undefined) return found
  const names = frameworks.map(({ id }) => id)
  const problem =
    name === undefined
      ? 'package.json names no framework that is known.'
      : `${name} is not known.${didYouMean(name, names)}`
  throw new UsageError(`${problem} Name one of ${names.join(', ')}. For any other: ${REPOSITORY}/docs/start/index.md`)
}

/** The command that installs packages, by the lockfile of the application. Every package manager knows `-D`. */
export const installCommand = (cwd: string, packages: readonly string[], devDependency?: string): string => {
  const managers = [
    ['pnpm-lock.yaml', 'pnpm add'],
    ['yarn.lock', 'yarn add'],
    ['bun.lock', 'bun add'],
  ] as const
  const [, add] = managers.find(([file]) => existsSync(join(cwd, file))) ?? [undefined, 'npm install']
  const others = packages.filter((name) => name !== devDependency)
  return [
    ...(others.length < packages.length ? [`${add} -D ${devDependency}`] : []),
    ...(others.length > 0 ? [`${add} ${others.join(' ')}`] : []),
  ].join(' && ')
}
