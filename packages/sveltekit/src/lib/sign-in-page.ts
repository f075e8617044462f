import type { SigninProps } from '@authwright/core'
import type { RequestEvent } from '@sveltejs/kit'
import type { Visit } from './visit.ts'

/** What a load function needs for a sign-in page; the cookies go to the browser with the page. */
export const makeSignInPage =
  (visitOf: (event: RequestEvent) => Visit) =>
  async (event: RequestEvent): Promise<SigninProps> => {
    const { site, deliver, facts } = visitOf(event)
    const { engine } = await site()
    const { props, cookies } = await engine.signInPage(facts())
    deliver(cookies)
    return props
  }
