export {
  adapterContract,
  type AdapterContractOptions,
  type AdapterFeature,
  type AdapterSubject,
} from './adapter-contract.ts'
export {
  openBrowser,
  type Browser,
  type BrowserOptions,
  type Fields,
  type FormChoice,
  type VisitOptions,
} from './cookie-browser.ts'
export { makeCookieJar, type CookieContext, type CookieJar, type StoredCookie } from './cookie-jar.ts'
export { fixedClock, type FixedClock } from './fixed-clock.ts'
export { memoryAdapter, type MemoryAdapter, type State } from './memory-adapter.ts'
export type { Button, Form } from './page/form.ts'
export type { Page } from './page/page.ts'
