import { sveltekit } from '@sveltejs/kit/vite'

export default { plugins: [sveltekit({ paths: { base: '/shop' } })] }
