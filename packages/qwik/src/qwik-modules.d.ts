/*
 * What this package uses of Qwik, whose packages only applications install. The build of the test application checks the same calls
 * with Qwik's own types.
 */

declare module '@builder.io/qwik' {
  export type QRL<Value> = {
    readonly getHash: () => string
    readonly resolve: () => Promise<Value>
  } & (Value extends (...input: infer Input) => infer Output ? (...input: Input) => Promise<Awaited<Output>> : unknown)
  export interface Signal<Value> {
    value: Value
  }
  export const inlinedQrl: <Value>(value: Value, symbol: string, scope?: readonly unknown[]) => QRL<Value>
  export const useLexicalScope: <Scope extends readonly unknown[]>() => Scope
  export const useSignal: <Value>(value: Value) => Signal<Value>
  export const useVisibleTaskQrl: (
    task: QRL<(context: { readonly cleanup: (stop: () => void) => void }) => void>,
    options: { readonly strategy: 'document-ready' },
  ) => void
}

interface ImportMeta {
  /** Replaced by Vite. */
  readonly env?: { readonly BASE_URL: string }
}

declare module '@builder.io/qwik/build' {
  /** Replaced by Qwik: whether the code is in the bundle of the server. */
  export const isServer: boolean
}

declare module '@builder.io/qwik-city' {
  import type { QRL } from '@builder.io/qwik'

  export interface RequestEventCommon {
    readonly request: Request
    readonly url: URL
    readonly basePathname: string
    readonly headers: Headers
    readonly cookie: { readonly set: (name: string, value: string) => void; readonly headers: () => string[] }
    readonly env: { get(name: string): string | undefined }
    readonly platform: unknown
    readonly sharedMap: Map<string, unknown>
    readonly redirect: (status: 302 | 303, address: string) => object
    readonly error: (status: 400, message: string) => Error
    readonly send: (response: Response) => object
  }
  export interface RequestEvent extends RequestEventCommon {
    readonly headersSent: boolean
    readonly next: () => Promise<void>
    readonly getWritableStream: () => WritableStream<Uint8Array>
  }
  export interface Loader<Value> {
    (): { readonly value: Value }
  }
  export interface Action<Value, Input, Optional extends boolean> {
    (): { readonly value: Value | undefined; readonly submit: (input?: Input) => unknown; readonly optional: Optional }
  }
  export const routeLoaderQrl: <Value>(loader: QRL<(event: RequestEvent) => Value | Promise<Value>>) => Loader<Value>
  export const globalActionQrl: <Input>(
    action: QRL<(input: Input, event: RequestEvent) => Promise<void>>,
  ) => Action<void, Input, true>
}
