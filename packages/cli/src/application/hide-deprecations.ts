/** What SvelteKit says of a module or an option that it will remove. Its warnings end with the page about them. */
const DEPRECATION = /\bsvelte\.dev\/e\/kit\/\w+_deprecated/

/**
 * Runs `work` without the deprecations of SvelteKit, such as that of `$env/dynamic/private`, which `@authwright/sveltekit` reads.
 * The development server of the application shows them.
 */
export const hideDeprecations = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const { warn } = console
  console.warn = (...parts: readonly unknown[]): void => {
    if (!DEPRECATION.test(String(parts[0]))) warn(...parts)
  }
  try {
    return await work()
  } finally {
    console.warn = warn
  }
}
