import * as client from '@authwright/client'

/** What the server writes into a page. `session` is missing if the browser renders the page. */
declare global {
  var session: client.Session | null | undefined
}

/** The element and the session of the page. The test calls the functions of the client. */
export const openPage = () => {
  const root = document.querySelector('#root')
  if (root === null) throw new Error('The page has no element for the application')
  Object.assign(globalThis, { client })
  return { root, session: globalThis.session }
}
