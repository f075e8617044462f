export const GET = async ({ locals, url }) => {
  await locals.auth()
  return globalThis.fetch(new URL('/own-cookie', url))
}
