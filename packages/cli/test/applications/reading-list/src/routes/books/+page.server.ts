import { fail } from '@sveltejs/kit'
import { eq } from 'drizzle-orm'
import { db } from '$lib/server/db'
import { books } from '$lib/server/db/schema'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  return { books: await db.select().from(books).where(eq(books.userId, session!.user.id)) }
}

export const actions: Actions = {
  add: async ({ locals, request }) => {
    const session = await locals.auth()
    const title = (await request.formData()).get('title')
    if (!session?.user.id || typeof title !== 'string' || title === '') return fail(400, { message: 'No title' })
    await db.insert(books).values({ userId: session.user.id, title })
    return { added: title }
  },
}
