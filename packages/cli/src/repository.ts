/** The files of the repository, to which messages link. */
export const REPOSITORY = 'https://github.com/authwright/authwright/blob/main'
