const wait = () => new Promise((resolve) => setTimeout(resolve, 20))

/** An endpoint has no layout, so the first read of the session happens while the body streams. */
export const GET = ({ locals }) => {
  const body = new ReadableStream({
    start: async (controller) => {
      await wait()
      const session = await locals.auth()
      controller.enqueue(new TextEncoder().encode(session?.user?.name ?? 'signed out'))
      controller.close()
    },
  })
  return new Response(body)
}
