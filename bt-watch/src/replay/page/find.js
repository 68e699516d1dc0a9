// Binary search.

/**
 * Returns the index of the first number above `limit` in an ascending list: [2, 5, 5, 9], 5 → 3
 *
 * @param {number[]} numbers
 * @param {number} limit
 */
export function firstAbove(numbers, limit) {
  let from = 0;
  let to = numbers.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle] <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
