import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter({ precompress: false }),
      // Apple responds with a form from its own origin, which SvelteKit rejects unless this list has it. Here it is the default
      // origin of the emulator. Your application would list 'https://appleid.apple.com'.
      csrf: { trustedOrigins: ['http://127.0.0.1:5183'] },
      csp: {
        directives: {
          'default-src': ['self'],
          // SvelteKit hides its announcements for screen readers with a style attribute.
          'style-src-attr': ['unsafe-inline'],
          'img-src': ['self', 'data:'],
          'object-src': ['none'],
          'base-uri': ['none'],
          'frame-ancestors': ['none'],
        },
      },
    }),
  ],
})
