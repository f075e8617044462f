/** A request that did not leave: its host is, or resolves to, an address that the policy does not have. */
export class EgressRefused extends Error {
  /** For logs, where a network's error has its code. */
  readonly code = 'EGRESS_REFUSED'
  readonly host: string

  constructor(host: string, reason: string) {
    super(`No request was sent to ${host}: ${reason}`)
    this.name = 'EgressRefused'
    this.host = host
  }
}
