import { component$, Slot } from '@builder.io/qwik'
import type { RequestHandler } from '@builder.io/qwik-city'
import { Header } from '../components/header'

export const onGet: RequestHandler = ({ cacheControl }) => {
  cacheControl({ staleWhileRevalidate: 60 * 60 * 24 * 7, maxAge: 5 })
}

export default component$(() => (
  <>
    <Header />
    <Slot />
  </>
))
