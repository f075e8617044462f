/** A decision of the library, as the process of the application sends it. */
interface DecisionRecord {
  readonly request: string
  readonly time: number
  readonly step: string
  /** JSON without secrets. */
  readonly facts: string
}

/** One decision of a request. */
export interface Decision {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly step: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** The decisions of one request, in their order. */
export interface InspectedRequest {
  readonly id: string
  readonly decisions: readonly Decision[]
}

const MAX_REQUESTS = 400
const MAX_DECISIONS = 100
const MAX_FACTS = 20_000

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecord = (value: unknown): value is DecisionRecord =>
  isObject(value) &&
  typeof value['request'] === 'string' &&
  /^[\da-f]{8}$/.test(value['request']) &&
  typeof value['time'] === 'number' &&
  typeof value['step'] === 'string' &&
  typeof value['facts'] === 'string' &&
  value['facts'].length <= MAX_FACTS

const parseFacts = (text: string): Decision['facts'] => {
  try {
    const facts: unknown = JSON.parse(text)
    return isObject(facts) ? facts : {}
  } catch {
    return {}
  }
}

/** Keeps the decisions of the last requests. */
export const makeDecisionStore = () => {
  const requests = new Map<string, Decision[]>()
  return {
    /** Adds what a body contains; anything else is left out. */
    add: (body: unknown): void => {
      for (const { request, time, step, facts } of Array.isArray(body) ? body.filter(isRecord) : []) {
        const decisions = requests.get(request) ?? []
        if (decisions.length < MAX_DECISIONS) decisions.push({ time, step, facts: parseFacts(facts) })
        requests.set(request, decisions)
        const [oldest] = requests.keys()
        if (requests.size > MAX_REQUESTS && oldest !== undefined) requests.delete(oldest)
      }
    },
    list: (): readonly InspectedRequest[] => [...requests].map(([id, decisions]) => ({ id, decisions })),
  }
}
