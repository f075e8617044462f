const soon = () => new Promise((resolve) => setTimeout(resolve, 20))

/** No layout asks before: the session is first read while the body is on its way. */
export const GET = ({ locals }) => {
  const body = new ReadableStream({
    start: async (controller) => {
      await soon()
      const session = await locals.auth()
      controller.enqueue(new TextEncoder().encode(session?.user?.name ?? 'nobody'))
      controller.close()
    },
  })
  return new Response(body)
}
