/** The anchor of a heading, as GitHub makes it: the links of the pages work at both places. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Decimal_Number}\p{Connector_Punctuation}\- ]/gu, '')
    .replaceAll(' ', '-')
