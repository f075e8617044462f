/** A package of Auth.js that has a counterpart. */
interface Counterpart {
  /** The packages that replace it in package.json. The first one has the entry points. */
  readonly replacements: readonly [string, ...string[]]
  /** The entry points, as in `exports` of package.json: of the Auth.js package, and of the replacement. */
  readonly entryPoints: Readonly<Record<string, string>>
}

const own = (...paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, path]))

/** Which package replaces which, and which entry point. Everything that this command renames comes from here. */
export const counterparts: Readonly<Record<string, Counterpart>> = {
  '@auth/core': {
    replacements: ['@authwright/core'],
    entryPoints: {
      ...own('.', './adapters', './errors', './jwt', './providers', './providers/*', './types'),
      // These two export types only.
      './providers/oauth': './providers',
      './providers/provider-types': './providers',
    },
  },
  '@auth/sveltekit': {
    // The code imports `@authwright/core/compat` as well.
    replacements: ['@authwright/sveltekit', '@authwright/core'],
    entryPoints: {
      ...own('.', './adapters', './client', './components', './providers', './providers/*', './webauthn'),
      './providers/oauth': './providers',
      './providers/provider-types': './providers',
    },
  },
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

const join = (name: string, path: string): string => name + path.slice(1)

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
  const counterpart = counterparts[name]
  if (counterpart === undefined) return undefined
  const { entryPoints, replacements } = counterpart
  const exact = entryPoints[path]
  if (exact !== undefined) return join(replacements[0], exact)
  const pattern = path.replace(/\/[^/]+$/, '/*')
  const target = path === pattern ? undefined : entryPoints[pattern]
  return target?.endsWith('/*') ? join(replacements[0], target.replace('*', path.slice(pattern.length - 1))) : undefined
}
