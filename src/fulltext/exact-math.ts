/**
 * Logarithm and power from additions, multiplications and divisions alone. IEEE 754 fixes those to the last bit, while
 * Math.log and Math.pow may differ in it between engines and processors, and impacts must be the same on every machine.
 */

const { LN2 } = Math;

/** Natural logarithm of a normal number > 0, right to about 15 digits. */
export function ln(x: number): number {
  let exponent = 0;
  let mantissa = x;
  for (; mantissa >= 1.5; mantissa /= 2) exponent++;
  for (; mantissa < 0.75; mantissa *= 2) exponent--;
  // ln m = 2 artanh((m-1)/(m+1)); |t| ≤ 1/5, so 11 odd terms leave less than 1e-17.
  const t = (mantissa - 1) / (mantissa + 1);
  const square = t * t;
  let sum = 0;
  for (let odd = 21; odd >= 1; odd -= 2) sum = sum * square + 1 / odd;
  return 2 * t * sum + exponent * LN2;
}

/** `base` to the power `exponent`, for base > 0 and results well inside the range of doubles. */
export function power(base: number, exponent: number): number {
  return exp(exponent * ln(base));
}

function exp(x: number): number {
  const halvings = Math.floor(x / LN2 + 0.5);
  const rest = x - halvings * LN2;
  // |rest| ≤ .35: 16 terms of the series leave less than 1e-20.
  let sum = 1;
  for (let n = 16; n >= 1; n--) sum = 1 + (sum * rest) / n;
  for (let i = 0; i < halvings; i++) sum *= 2;
  for (let i = 0; i > halvings; i--) sum /= 2;
  return sum;
}
