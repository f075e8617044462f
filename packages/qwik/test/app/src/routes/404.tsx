import { component$ } from '@builder.io/qwik'

export default component$(() => <p>Nothing here</p>)
