/** The config of an application that still runs Auth.js. */
export const adjust = <Config>(config: Config): Config => config
