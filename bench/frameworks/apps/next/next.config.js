// The modules are links to other folders.
const config = { turbopack: { root: '/' } }

export default config
