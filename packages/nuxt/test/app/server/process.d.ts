/** The application has no types of Node. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
