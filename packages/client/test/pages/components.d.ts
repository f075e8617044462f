declare module '*.vue' {
  import type { Component } from 'vue'

  const component: Component
  export default component
}

declare module '*.svelte' {
  import type { Component } from 'svelte'
  import type { Session } from '@authwright/client'

  const component: Component<{ session?: Session | null | undefined }>
  export default component
}

declare module '@babel/core' {
  export const transformAsync: (source: string, options: object) => Promise<{ readonly code: string }>
}
