/** Exact decimal numbers: a whole number times a power of ten. */

export interface Decimal {
  readonly digits: bigint
  readonly power: number
}

export const ZERO: Decimal = { digits: 0n, power: 0 }

const tenTo = (power: number): bigint => 10n ** BigInt(power)

export const decimal = (digits: bigint | number, power: number): Decimal => ({ digits: BigInt(digits), power })

/** The exact value of a finite number. */
export function exactly(value: number): Decimal {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const word = bits.getBigUint64(0)
  const biased = Number((word >> 52n) & 0x7ffn)
  const fraction = word & 0xfffffffffffffn
  const whole = biased === 0 ? fraction : fraction | 0x10000000000000n
  const exponent = Math.max(biased, 1) - 1075
  const signed = word >> 63n === 1n ? -whole : whole
  if (signed === 0n) return ZERO
  if (exponent >= 0) return { digits: signed << BigInt(exponent), power: 0 }
  return { digits: signed * 5n ** BigInt(-exponent), power: exponent }
}

/** Two numbers as whole numbers times the same power of ten. */
function together(one: Decimal, other: Decimal): readonly [bigint, bigint, number] {
  const power = Math.min(one.power, other.power)
  return [one.digits * tenTo(one.power - power), other.digits * tenTo(other.power - power), power]
}

export function plus(one: Decimal, other: Decimal): Decimal {
  const [a, b, power] = together(one, other)
  return { digits: a + b, power }
}

export function minus(one: Decimal, other: Decimal): Decimal {
  const [a, b, power] = together(one, other)
  return { digits: a - b, power }
}

export const times = (one: Decimal, other: Decimal): Decimal => ({
  digits: one.digits * other.digits,
  power: one.power + other.power,
})

export const scaled = ({ digits, power }: Decimal, by: number): Decimal => ({ digits, power: power + by })

export const half = ({ digits, power }: Decimal): Decimal => ({ digits: digits * 5n, power: power - 1 })

export function isAtMost(one: Decimal, other: Decimal): boolean {
  const [a, b] = together(one, other)
  return a <= b
}

export const magnitude = ({ digits, power }: Decimal): Decimal => ({ digits: digits < 0n ? -digits : digits, power })

/** The power of ten of the first digit. */
export const adjusted = (value: Decimal): number => String(magnitude(value).digits).length - 1 + value.power

/** The power of ten of the last digit that is not zero. */
export function lastPlace({ digits, power }: Decimal): number {
  const zeros = /0*$/.exec(String(digits))?.[0].length ?? 0
  return digits === 0n ? 0 : power + zeros
}

/** The largest whole number that is not above the quotient. */
export function floorOfQuotient(one: Decimal, other: Decimal): bigint {
  const [a, b] = together(one, other)
  const quotient = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}

export const ceilingOfQuotient = (one: Decimal, other: Decimal): bigint =>
  -floorOfQuotient({ digits: -one.digits, power: one.power }, other)

/** The nearest whole number; halves go to the even one. */
export function rounded(value: Decimal): bigint {
  const below = floorOfQuotient(value, decimal(1, 0))
  const [twice, one] = together(minus(value, decimal(below, 0)), decimal(1, 0))
  if (2n * twice !== one) return 2n * twice < one ? below : below + 1n
  return below % 2n === 0n ? below : below + 1n
}

export const toNumber = ({ digits, power }: Decimal): number => Number(`${digits}e${power}`)

/** With so many decimals, which are enough to write it exactly. */
export function withDecimals(value: Decimal, decimals: number): string {
  const shift = value.power + decimals
  const whole = shift >= 0 ? value.digits * tenTo(shift) : value.digits / tenTo(-shift)
  const text = String(whole < 0n ? -whole : whole).padStart(decimals + 1, '0')
  const number = decimals > 0 ? `${text.slice(0, -decimals)}.${text.slice(-decimals)}` : text
  return whole < 0n ? `-${number}` : number
}
