/** The answers to questions, each with its question. */
export const answerLines = (answers: Readonly<Record<string, string>>): string[] =>
  Object.entries(answers).map(([question, answer]) => `${question}: ${answer}`)
