// Stands for the users of the application.

const ada = { id: '1', name: 'Ada', email: 'ada@example.org' }

export const findByPassword = (email: string, password: string) =>
  email === ada.email && password === 'open sesame' ? ada : null

export const findRole = (id: string | undefined): string => (id === ada.id ? 'admin' : 'guest')
