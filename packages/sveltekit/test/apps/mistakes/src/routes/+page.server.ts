export const load = async ({ locals }: { readonly locals: App.Locals }) => ({ session: await locals.auth() })
