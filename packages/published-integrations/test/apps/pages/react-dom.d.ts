declare module 'react-dom/client' {
  import type { ReactNode } from 'react'

  export const createRoot: (container: Element) => { readonly render: (children: ReactNode) => void }
}
