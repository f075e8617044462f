export const load = () => {
  throw new Error('the page is broken', { cause: new Error('no such table') })
}
