/** The parts of a request that reading a session needs. */
export interface RequestLike {
  readonly url: string | URL
  readonly headers: Headers
  readonly method?: string
}
