export const load = async ({ locals }) => ({ text: JSON.stringify(await locals.auth()) })
