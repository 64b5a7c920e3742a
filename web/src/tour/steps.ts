/** DATA: the study of the tank as a worksheet, two minutes long; each step gives the lines that it shows. */
export interface Step {
  readonly title: string
  readonly text: string
  readonly lines: readonly string[]
  /** What there is to see afterwards. */
  readonly remark?: string
}

export const STEPS: readonly Step[] = [
  {
    title: 'Fetch the model',
    text: 'A tank is filled through a valve and empties through a hole. A sampled regulator moves the valve.',
    lines: ['EXAMPLE tank', 'SYST TANK DPID REGTANK'],
  },
  {
    title: 'Run it',
    text: 'The regulator is proportional, and samples the level every 5 seconds.',
    lines: ['STORE H HREF QIN QOUT', 'PAR DT: 5', 'SIMU 0 200'],
  },
  {
    title: 'Look at it',
    text: 'After 100 seconds the hole grows. The level H never reaches its reference.',
    lines: ['SPLIT 2 1', 'ASHOW H HREF', 'AREA 2 1', 'ASHOW QIN QOUT'],
  },
  {
    title: 'Remove the error',
    text: 'A PI regulator integrates the error, with the integral time TI.',
    lines: ['PAR TI: 50', 'SIMU', 'AREA 1 1', 'ASHOW H HREF'],
  },
  {
    title: 'Turn Live on',
    text: 'Now drag TI in the parameters: the curve follows, and the one before stays as a ghost until you let go.',
    lines: ['TURN LIVE ON'],
  },
  {
    title: 'Keep a run, and compare',
    text: 'A run with a name stays. A longer sampling interval makes the level swing.',
    lines: ['SIMU 0 200 /pi', 'PAR DT: 15', 'SIMU 0 200', 'ASHOW H H/pi'],
  },
  {
    title: 'Ask why',
    text: 'Events have reasons: the condition that changed, and what it changed.',
    lines: ['WEVENT', 'WHY'],
  },
  {
    title: 'Take it back',
    text: 'Whatever you did is a line in the command window; copy the lines into a macro, or take them back.',
    lines: ['UNDO', 'SIMU'],
  },
]

/** How many steps were done: the last one whose lines are all among those given, in their order. */
export function stepsDone(given: readonly string[], steps = STEPS): number {
  let at = 0
  let done = 0
  for (const [i, step] of steps.entries()) {
    let next = at
    const isDone = step.lines.every((line) => {
      next = given.indexOf(line, next) + 1
      return next > 0
    })
    if (!isDone) break
    at = next
    done = i + 1
  }
  return done
}
