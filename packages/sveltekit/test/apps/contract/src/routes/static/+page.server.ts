export const prerender = true

export const load = async ({ locals }) => ({ name: (await locals.auth())?.user?.name ?? 'signed out' })
