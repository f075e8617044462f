/** A package of Auth.js that has a counterpart. */
export interface Counterpart {
  /** The packages that replace it in package.json, besides those of entry points that the code imports. */
  readonly replacements: readonly string[]
  /** The entry points, as in `exports` of package.json, and the modules that replace them. */
  readonly entryPoints: Readonly<Record<string, string>>
}

/** Entry points that have the same path in another package. */
const same = (name: string, ...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map((path) => [path, name + path.slice(1)]))

/** A package whose entry points have the same paths in ours. The code imports `@authwright/core/compat` as well. */
const renamed = (name: string, ...paths: readonly string[]): Counterpart => ({
  replacements: [name, '@authwright/core'],
  entryPoints: same(name, ...paths),
})

const providers = ['./adapters', './providers', './providers/*'] as const

/** These export types only. */
const providerTypes = (name: string): Readonly<Record<string, string>> => ({
  './providers/oauth': `${name}/providers`,
  './providers/provider-types': `${name}/providers`,
})

/** Which package replaces which, and which entry point. Everything that this command renames comes from here. */
export const counterparts: Readonly<Record<string, Counterpart>> = {
  '@auth/core': {
    replacements: ['@authwright/core'],
    entryPoints: {
      ...same('@authwright/core', '.', './errors', './jwt', './types', ...providers),
      ...providerTypes('@authwright/core'),
    },
  },
  '@auth/sveltekit': {
    replacements: ['@authwright/sveltekit', '@authwright/core'],
    entryPoints: {
      ...same('@authwright/sveltekit', '.', './client', './components', './webauthn', ...providers),
      ...providerTypes('@authwright/sveltekit'),
    },
  },
  '@auth/express': {
    replacements: ['@authwright/node', '@authwright/core'],
    entryPoints: { '.': '@authwright/node/express', ...same('@authwright/core', ...providers) },
  },
  '@auth/qwik': renamed('@authwright/qwik', '.', ...providers),
  '@auth/solid-start': renamed('@authwright/solid-start', '.', './client', ...providers),
  '@hono/auth-js': {
    replacements: ['@authwright/web', '@authwright/core'],
    entryPoints: { '.': '@authwright/web/hono', './react': '@authwright/client/react' },
  },
  'auth-astro': renamed('@authwright/astro', '.', './client', './components', './server'),
}

/** Packages that the application installs for ours: the version that is written, and other major versions that work. */
export const peers: Readonly<Record<string, { readonly version: string; readonly majors: readonly number[] }>> = {
  '@simplewebauthn/server': { version: '^14.0.0', majors: [14] },
  nodemailer: { version: '^7.0.7', majors: [7, 8, 9, 10] },
}

/** Packages that bring Auth.js to a framework. An application keeps Auth.js if it uses one without a counterpart. */
const frameworkPackage = /^(?:next-auth|auth-astro|@hono\/auth-js|@sidebase\/nuxt-auth|@auth\/(?!.*-adapter$)[^/]+)$/

export const isFrameworkWithoutCounterpart = (name: string): boolean =>
  frameworkPackage.test(name) && counterparts[name] === undefined

/** The package in a module specifier: `@auth/core` of `@auth/core/jwt`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** A module of Auth.js by its package and its path in `exports`. */
export interface AuthJsModule {
  readonly name: string
  readonly path: string
}

/** The module that a specifier names, if it is one of a package with a counterpart. */
export const readSpecifier = (specifier: string): AuthJsModule | undefined => {
  const name = packageOf(specifier)
  const written = `.${specifier.slice(name.length)}`
  return counterparts[name] === undefined ? undefined : { name, path: written.replace(/\.js$/, '') }
}

/** The specifier that replaces a module, or `undefined` if it has no counterpart. */
export const findReplacement = ({ name, path }: AuthJsModule): string | undefined => {
  const entryPoints = counterparts[name]?.entryPoints ?? {}
  const exact = entryPoints[path]
  if (exact !== undefined) return exact
  const pattern = path.replace(/\/[^/]+$/, '/*')
  const target = path === pattern ? undefined : entryPoints[pattern]
  return target?.endsWith('/*') ? target.replace('*', path.slice(pattern.length - 1)) : undefined
}
