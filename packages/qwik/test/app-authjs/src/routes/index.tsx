import { component$ } from '@builder.io/qwik'

export default component$(() => <h1>Home</h1>)
