// `node --import @authwright/testing/inspector/register`: sends the decisions of the library to the inspector that the
// variable AUTHWRIGHT_INSPECTOR names. `authwright dev` sets both for the application that it starts.

const { AUTHWRIGHT_INSPECTOR: address, NODE_ENV: mode } = process.env

/** Only to this machine, and never from a server in production. */
const isAllowed =
  address !== undefined && mode !== 'production' && /^http:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}\/$/.test(address)

const MAX_WAITING = 1000

if (isAllowed) {
  let waiting: unknown[] = []
  const send = (): void => {
    const body = JSON.stringify(waiting)
    waiting = []
    // Without an inspector the application works all the same.
    fetch(`${address}records`, { method: 'POST', body }).catch(() => undefined)
  }
  /** Where the terminal's error is shown with what led to it. */
  const printLink = (decision: unknown): void => {
    const { step, request } = decision as { readonly step?: unknown; readonly request?: unknown }
    if (step === 'failure') console.error(`[inspect] ${address}#${String(request)}`)
  }
  const record = (decision: unknown): void => {
    printLink(decision)
    if (waiting.length === 0) setTimeout(send, 20).unref()
    if (waiting.length < MAX_WAITING) waiting.push(decision)
  }
  Reflect.set(globalThis, Symbol.for('authwright.decisions'), record)
}

export {}
