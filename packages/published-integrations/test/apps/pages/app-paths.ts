/** What SvelteKit offers as `$app/paths`. The page of the test names its base path. */
export const base = new URLSearchParams(location.search).get('base') ?? ''
