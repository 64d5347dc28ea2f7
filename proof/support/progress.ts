/** @returns prints a line, with the seconds since now in front */
export function startProgress(print: (line: string) => void): (text: string) => void {
  const began = performance.now()
  return (text) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`)
}
