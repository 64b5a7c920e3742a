/** One question under way, the newest waiting; those between are not asked. */
import { expect, test } from 'vitest'
import { Newest } from './newest'

test('only the newest of those that wait is asked', async () => {
  const asked: number[] = []
  const answers: (() => void)[] = []
  const newest = new Newest()
  const question = (number: number) => (): Promise<void> => {
    asked.push(number)
    return new Promise((resolve) => answers.push(resolve))
  }
  for (const number of [1, 2, 3]) newest.ask(question(number))
  expect(asked).toEqual([1])

  answers[0]?.()
  await Promise.resolve()
  await Promise.resolve()
  expect(asked).toEqual([1, 3])
})
