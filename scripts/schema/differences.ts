/** Lines of one dump that the other lacks, `-` for the first and `+` for the second, in order; enough to see what to change. */
export function differences(first: string, second: string): string[] {
  const [a, b] = [first.split('\n'), second.split('\n')]
  const [inA, inB] = [new Set(a), new Set(b)]
  return [...a.filter((line) => !inB.has(line)).map((line) => `- ${line}`), ...b.filter((line) => !inA.has(line)).map((line) => `+ ${line}`)]
}
