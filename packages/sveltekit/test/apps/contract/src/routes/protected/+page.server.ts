export const load = async ({ locals }) => {
  await locals.requireUser()
  return { title: 'Members only' }
}
