export const load = async ({ locals }) => ({ name: (await locals.requireUser()).user.name })
