declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}
